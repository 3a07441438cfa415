/** The panel of the desk: a person's own games, and what may be begun, renamed or deleted. */

/** @import {Desk} from "./desk.js" */
/** @import {DeskFile} from "./types.js" */
import { Refused, ask, complaint } from "./api.js";
import { button, closePanels, h } from "./dom.js";
import { file } from "./desk.js";
import { panel } from "./panels.js";
import { note, regret } from "./say.js";
import { t } from "./tongue.js";

/** @param {Desk} desk */
export async function deskPanel(desk) {
  const [{ files, drafts }, all] = await Promise.all([ask("GET", "/api/desk/files"), desk.hands.games()]);
  const { kept } = desk;
  /** A way to another text; what is written here is kept. @param {string} href @param {string} name @param {string} [about] */
  const way = (href, name, about) => h("li", {}, h("a", { class: "quiet", href, onclick: desk.hands.follow }, name),
    about && h("span", { class: "about" }, about));
  const own = /** @type {{id: string, name: string, fault: string | null}[]} */ (files).map(({ id, name, fault }) =>
    way(`/desk/${id}`, name, [id === kept.id && t("open now"), drafts.includes(`game.${id}`) && t("changed, not saved"), fault]
      .filter(Boolean).join(" · ")));
  const others = /** @type {string[]} */ (drafts).filter((key) => key.startsWith("new.") && key !== kept.key)
    .map((key) => way(`/desk?draft=${key}`, key.slice(4).replaceAll("-", " "), t("not saved yet")));
  const origin = h("select", { id: "origin" }, h("option", { value: "" }, t("the commented template")),
    ...all.filter((game) => !game.own).map(({ id, name }) => h("option", { value: id }, name)));
  const begin = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    location.assign(origin.value ? `/desk?from=${encodeURIComponent(origin.value)}` : "/desk");
  } }, h("div", { class: "field row" }, h("label", { for: "origin" }, t("Begin with")), origin), h("button", { class: "main" }, t("Begin")));
  const here = kept.id ? [button(t("Rename…"), () => renamePanel(desk)), button(t("Delete…"), () => deletePanel(desk))] : [];
  panel(t("Your games"), [
    own.length + others.length ? h("ul", { class: "files" }, ...own, ...others) : h("p", { class: "about" }, t("You have saved no game yet.")),
    here.length > 0 && h("div", { class: "choices" }, ...here),
    h("h3", {}, t("Another game")), begin,
  ].filter((part) => part instanceof Node));
}

/** @param {Desk} desk */
async function renamePanel(desk) {
  if (desk.unsaved && !await desk.save()) return;
  const input = h("input", { id: "new-name", value: desk.title.textContent, maxlength: 60, autocomplete: "off", "aria-describedby": "name-error" });
  const error = h("p", { class: "error", id: "name-error", role: "alert" });
  panel(t("Rename"), [h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { id, seen } = desk.kept;
    try {
      const kept = /** @type {DeskFile} */ (await ask("POST", `${file(id ?? "")}/rename`, { name: input.value, seen }));
      closePanels();
      desk.editor.set(kept.text);
      desk.taken(kept);
      note(t("Renamed; your plays of it go along."));
    } catch (reason) {
      error.textContent = complaint(reason);
      input.focus();
    }
  } }, h("div", { class: "field" }, h("label", { for: "new-name" }, t("Name of the game")), input), error,
  h("div", { class: "choices" }, h("button", { class: "main" }, t("Rename")), button(t("Leave it"), closePanels)))]);
  input.select();
}

/** @param {Desk} desk */
function deletePanel(desk) {
  const { id, seen } = desk.kept;
  const dialog = panel(t("Delete this game?"), [
    h("p", {}, t("{name} is no longer among the games then. Your plays of it are kept, and are there again when a game of that name is. The text stays here until you leave it.", { name: desk.title.textContent })),
    h("div", { class: "choices" }, button(t("Keep it"), () => dialog.close(), "main"), button(t("Delete it"), async () => {
      dialog.close();
      try {
        await ask("POST", `${file(id ?? "")}/delete`, { seen });
      } catch (error) {
        if (error instanceof Refused && error.status === 409 && !error.data.kept) desk.deleted();
        else regret(error);
        return;
      }
      desk.deleted();
      note(t("Deleted. Its text is still here, and is lost when you begin another."));
    })),
  ]);
  /** @type {HTMLElement | null} */ (dialog.querySelector("button.main"))?.focus();
}

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Browser, Files } from "./indexed-db.js";

const { Storage } = await import("../../src/cadogan/web/static/site/storage.js");
console.warn = () => undefined;

const PAGE = 4096;
/** @type {Browser} */
let browser;
beforeEach(() => {
  browser = new Browser().use();
});

/** Start a program: return its storage and its files. */
async function started() {
  const files = new Files();
  const storage = new Storage(await Storage.open("plays"), files, "/folder");
  await storage.mount();
  return { files, storage };
}

/** Return what a later program finds at a path. */
const found = async (path) => (await started()).files.read(`/folder/${path}`);
const bytes = (length, of = 7) => new Array(length).fill(of);
const puts = () => [...browser.entries.keys()].filter((key) => key.startsWith("["));

test("a later program finds every file as it was", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", bytes(2 * PAGE + 5));
  files.mkdirTree("/folder/games");
  files.write("/folder/games/mine.toml", [1, 2, 3]);
  files.write("/folder/a-shm", [9]);
  await storage.save();
  const { files: later } = await started();
  assert.deepEqual(later.read("/folder/a"), bytes(2 * PAGE + 5));
  assert.deepEqual(later.read("/folder/games/mine.toml"), [1, 2, 3]);
  assert.equal(later.read("/folder/a-shm"), undefined);
});

test("only the pages that changed are stored", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", bytes(5 * PAGE));
  await storage.save();
  const before = new Map(browser.entries);
  files.write("/folder/a", [1, 2], 2 * PAGE - 1);
  await storage.save();
  const fresh = [...browser.entries].filter(([key, value]) => before.get(key) !== value);
  assert.deepEqual(fresh.map(([key]) => key).sort(), ['["a",1]', '["a",2]']);
  assert.deepEqual((await found("a")).slice(2 * PAGE - 2, 2 * PAGE + 2), [7, 1, 2, 7]);
});

test("files that shrink, go or get another name leave nothing behind", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", bytes(3 * PAGE));
  files.write("/folder/b", bytes(10));
  await storage.save();
  files.truncate("/folder/a", PAGE + 1);
  const { contents } = files.lookupPath("/folder").node;
  contents["c"] = contents["b"];
  delete contents["b"];
  await storage.save();
  assert.deepEqual(puts().sort(), ['["a",-1]', '["a",0]', '["a",1]', '["c",-1]', '["c",0]']);
  files.truncate("/folder/a", 2 * PAGE);
  files.remove("/folder/c");
  await storage.save();
  assert.deepEqual(await found("a"), [...bytes(PAGE + 1), ...bytes(PAGE - 1, 0)]);
  assert.equal(await found("c"), undefined);
});

test("a page written beyond the end of a file brings the gap with it", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", [1]);
  await storage.save();
  files.write("/folder/a", [2], 3 * PAGE);
  await storage.save();
  assert.deepEqual(await found("a"), [1, ...bytes(3 * PAGE - 1, 0), 2]);
});

test("without room nothing is stored, and the next save stores everything", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", bytes(10));
  await storage.save();
  browser.quota = 200;
  files.write("/folder/a", bytes(300, 8));
  files.write("/folder/b", [1]);
  await assert.rejects(storage.save(), { name: "QuotaExceededError" });
  files.write("/folder/a", [9]);
  await assert.rejects(storage.save(), { name: "QuotaExceededError" });
  assert.deepEqual(
    [...browser.entries.keys()].filter((key) => key.includes('"b"')),
    [],
  );
  browser.quota = Number.POSITIVE_INFINITY;
  await storage.save();
  assert.deepEqual(await found("a"), [9, ...bytes(299, 8)]);
  assert.deepEqual(await found("b"), [1]);
});

test("saves at the same time are stored in order, and none without those before it", async () => {
  const { files, storage } = await started();
  const states = [];
  browser.killed = () => states.push(browser.entries.get('["a",0]')?.[0]);
  const saves = [];
  for (let i = 1; i <= 20; i += 1) {
    files.write("/folder/a", [i]);
    saves.push(storage.save());
    if (i % 3 === 0) await new Promise((done) => setTimeout(done));
  }
  await Promise.all(saves);
  assert.deepEqual(
    states,
    [...states].sort((a, b) => a - b),
  );
  assert.deepEqual(await found("a"), [20]);
});

test("a save that fails does not let a later one store half of the changes", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", bytes(PAGE));
  await storage.save();
  browser.quota = PAGE + 100;
  files.write("/folder/b", bytes(PAGE)); // has no room
  const first = assert.rejects(storage.save());
  await new Promise((done) => setTimeout(done));
  files.write("/folder/a", [1]);
  const second = assert.rejects(storage.save());
  await Promise.all([first, second]);
  assert.equal(browser.entries.get('["a",0]')[0], 7);
});

test("a program whose files another has taken stores nothing more", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", [1]);
  await storage.save();
  const other = await started();
  other.files.write("/folder/a", [2]);
  await other.storage.save();
  files.write("/folder/a", [3]);
  await assert.rejects(storage.save(), { name: "AbortError" });
  assert.ok(storage.taken);
  assert.deepEqual(await found("a"), [2]);
});

test("a full storage is read, and belongs to the program that read it last", async () => {
  const first = await started();
  first.files.write("/folder/a", [1]);
  await first.storage.save();
  browser.quota = 1;
  const { files, storage } = await started();
  assert.deepEqual(files.read("/folder/a"), [1]);
  files.write("/folder/a", [2]);
  await assert.rejects(storage.save(), { name: "QuotaExceededError" });
  assert.equal(storage.taken, false);
  browser.quota = Number.POSITIVE_INFINITY;
  first.files.write("/folder/a", [3]);
  await assert.rejects(first.storage.save(), { name: "AbortError" });
  assert.ok(first.storage.taken);
  await storage.save();
  assert.deepEqual(await found("a"), [2]);
  files.write("/folder/a", [4]);
  await assert.rejects(storage.save(), { name: "AbortError" });
  assert.ok(storage.taken, "the program that found the files has taken them");
});

test("a browser that refuses leaves the files in memory", async () => {
  browser.refuse = new DOMException("", "SecurityError");
  const { files, storage } = await started();
  files.write("/folder/a", [1]);
  await storage.save();
  assert.equal(storage.db, null);
  assert.deepEqual(files.read("/folder/a"), [1]);
  Object.defineProperty(globalThis, "indexedDB", {
    configurable: true,
    get() {
      throw new DOMException("", "SecurityError");
    },
  });
  assert.equal((await started()).storage.db, null);
  delete globalThis.indexedDB;
});

test("what a newer version has stored is neither read nor hidden", async () => {
  browser.version = 2;
  await assert.rejects(Storage.open("plays"), { name: "VersionError" });
});

test("what cannot be read is not overwritten", async () => {
  const { files, storage } = await started();
  files.write("/folder/a", [1]);
  await storage.save();
  const kept = new Map(browser.entries);
  const db = await Storage.open("plays");
  db.transaction = () => {
    throw new DOMException("", "UnknownError");
  };
  const other = new Storage(db, new Files(), "/folder");
  await other.mount();
  other.FS.write("/folder/a", [2]);
  await other.save();
  assert.deepEqual(browser.entries, kept);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import vm from "node:vm";

const SCRIPT = new URL("../../src/cadogan/web/static/service-worker.js", import.meta.url);
const FILES = ["/static/1/app.js", "/static/1/dom.js"];

/** The service worker's listeners, its cache, and the server's answer. */
let worker = {};
let kept = new Map();
let server = async () => ({ ok: true, clone: () => "a copy" });

beforeEach(() => {
  worker = {};
  kept = new Map();
  server = async () => ({ ok: true, clone: () => "a copy" });
  const text = readFileSync(SCRIPT, "utf8");
  let open = 0;
  const cache = {
    add: async (each) => {
      open += 1;
      assert.equal(open, 1, "a page that is loaded meanwhile finds a connection free");
      await new Promise((done) => setTimeout(done));
      open -= 1;
      kept.set(each.url ?? each, "added");
    },
    put: async (request, answer) => kept.set(request.url, answer),
  };
  vm.runInNewContext(
    `const STAMP = "1", LANGUAGE = "de", FILES = ${JSON.stringify(FILES)};${text}`,
    {
      self: {
        addEventListener: (name, listener) => {
          worker[name] = listener;
        },
        skipWaiting() {},
        clients: { claim() {} },
      },
      caches: {
        open: async () => cache,
        match: async (what) => kept.get(what.url ?? what),
        keys: async () => ["cadogan-1-de", "cadogan-0-de"],
        delete: (name) => kept.set(name, "deleted"),
      },
      Request: class {
        constructor(url) {
          this.url = url;
        }
      },
      Response: { error: () => ({ ok: false, kind: "error" }) },
      URL,
      fetch: (request) => server(request),
    },
  );
});

const GET = { method: "GET", mode: "cors" };
/** Return the worker's answer to a request, or undefined if it does not handle the request. */
function answered(request) {
  let answer;
  worker.fetch({ request, respondWith: (given) => (answer = given) });
  return answer;
}

test("files are fetched one by one, and the page last", async () => {
  await new Promise((done) => worker.install({ waitUntil: (all) => all.then(done) }));
  assert.deepEqual([...kept.keys()], [...FILES, "/"]);
});

test("files of other versions are let go", async () => {
  worker.activate({ waitUntil() {} });
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([...kept], [["cadogan-0-de", "deleted"]]);
});

test("what the server says of plays is never kept", () => {
  assert.equal(answered({ ...GET, url: "http://x/api/plays" }), undefined);
  assert.equal(answered({ ...GET, url: "http://x/static/2/app.js" }), undefined);
  assert.equal(answered({ ...GET, method: "POST", url: "http://x/" }), undefined);
});

test("the page is the server's, and the kept one only without a server", async () => {
  const page = { ...GET, mode: "navigate", url: "http://x/" };
  kept.set("/", "kept");
  assert.ok((await answered(page)).ok);
  server = async () => {
    throw new TypeError("no connection");
  };
  assert.equal(await answered(page), "kept");
  kept.clear();
  await assert.rejects(answered(page), TypeError);
});

test("a file of this version is kept when it is first fetched", async () => {
  const file = { ...GET, url: "http://x/static/1/cards/SA.svg" };
  assert.ok((await answered(file)).ok);
  await new Promise((done) => setTimeout(done));
  assert.equal(kept.get(file.url), "a copy");
  server = async () => assert.fail("a second request");
  assert.equal(await answered(file), "a copy");
});

test("a picture that was never fetched is missing without a server", async () => {
  server = async () => {
    throw new TypeError("no connection");
  };
  const answer = await answered({ ...GET, url: "http://x/static/1/cards/SA.svg" });
  assert.equal(answer.kind, "error");
});

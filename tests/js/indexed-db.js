/**
 * IndexedDB in memory, with the parts that storage.js uses.
 *
 * Transactions run one after the other. One that aborts leaves nothing behind. `Browser.refuse` is an
 * error for every open, and `Browser.quota` is the number of bytes that the database may have.
 */

const later = (work) => setTimeout(work, 0);
/** Compare keys: numbers, then strings, then arrays. */
const rank = (key) => (typeof key === "number" ? 0 : typeof key === "string" ? 1 : 2);
function compare(a, b) {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (!Array.isArray(a)) return a < b ? -1 : Number(a > b);
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = compare(a[i], b[i]);
    if (order) return order;
  }
  return a.length - b.length;
}
const within = (key, { lower, upper }) =>
  (lower === undefined || compare(key, lower) >= 0) &&
  (upper === undefined || compare(key, upper) <= 0);

class Request {
  settle(result, error) {
    Object.assign(this, { result, error });
    (error ? this.onerror : this.onsuccess)?.({ target: this });
  }
}

class Transaction {
  constructor(db) {
    this.db = db;
    this.error = null;
    this.work = [];
    this.finished = false;
    this.puts = false;
    db.browser.running = db.browser.running.then(() => this.run());
  }

  objectStore() {
    const { entries } = this.db.browser;
    const found = (range) =>
      [...entries.entries()]
        .map(([key, value]) => [JSON.parse(key), value])
        .filter(([key]) => within(key, range))
        .sort(([a], [b]) => compare(a, b));
    const ask = (answer) => {
      if (this.finished) throw new DOMException("", "TransactionInactiveError");
      const request = Object.assign(new Request(), { transaction: this });
      this.work.push([request, answer]);
      return request;
    };
    return {
      get: (key) => ask(() => entries.get(JSON.stringify(key))),
      put: (value, key) => {
        const copy = structuredClone(value);
        this.puts = true;
        return ask(() => entries.set(JSON.stringify(key), copy));
      },
      delete: (range) =>
        ask(() => {
          const keys = typeof range === "string" ? { lower: range, upper: range } : range;
          for (const [key] of found(keys)) entries.delete(JSON.stringify(key));
        }),
      getAllKeys: (range) => ask(() => found(range).map(([key]) => key)),
      getAll: (range) => ask(() => found(range).map(([, value]) => structuredClone(value))),
    };
  }

  abort() {
    this.aborted = true;
  }

  async run() {
    const { browser } = this.db;
    const before = new Map(browser.entries);
    while (this.work.length && !this.aborted) {
      const [request, answer] = this.work.shift();
      await new Promise(later);
      request.settle(answer());
    }
    this.finished = true;
    const size = [...browser.entries.values()].reduce((sum, one) => sum + (one.length ?? 8), 0);
    if (this.puts && size > browser.quota) this.error = new DOMException("", "QuotaExceededError");
    if (this.aborted || this.error) browser.entries = before;
    browser.killed?.(before);
    (this.aborted || this.error ? this.onabort : this.oncomplete)?.();
  }
}

/** A browser with one database. */
export class Browser {
  entries = new Map();
  version = 0;
  quota = Number.POSITIVE_INFINITY;
  /** @type {Error | null} */
  refuse = null;
  running = Promise.resolve();

  /** Make this the browser of the tests. */
  use() {
    globalThis.IDBKeyRange = {
      lowerBound: (lower) => ({ lower }),
      bound: (lower, upper) => ({ lower, upper }),
    };
    globalThis.indexedDB = { open: (_, version) => this.open(version) };
    return this;
  }

  open(version) {
    const request = new Request();
    later(() => {
      if (this.refuse) request.settle(undefined, this.refuse);
      else if (version < this.version)
        request.settle(undefined, new DOMException("", "VersionError"));
      else {
        request.result = {
          browser: this,
          createObjectStore() {},
          transaction: () => new Transaction(request.result),
          close() {},
        };
        if (version > this.version) request.onupgradeneeded?.();
        this.version = version;
        request.settle(request.result);
      }
    });
    return request;
  }
}

/** Files in memory, as Emscripten has them. */
export class Files {
  constructor() {
    this.root = { dir: true, contents: {} };
    const file = {
      stream: {
        write: ({ node }, buffer, offset, length, position) => {
          const contents = new Uint8Array(Math.max(node.usedBytes, position + length) + 100);
          contents.set(node.contents.subarray(0, node.usedBytes));
          contents.set(buffer.subarray(offset, offset + length), position);
          node.contents = contents;
          node.usedBytes = Math.max(node.usedBytes, position + length);
          return length;
        },
      },
      node: {
        setattr: (node, { size }) => {
          const contents = new Uint8Array(size);
          contents.set(node.contents.subarray(0, Math.min(size, node.usedBytes)));
          Object.assign(node, { contents, usedBytes: size });
        },
      },
    };
    this.filesystems = { MEMFS: { ops_table: { file } } };
  }

  lookupPath(path) {
    let node = this.root;
    for (const name of path.split("/").filter(Boolean)) node = node?.contents[name];
    return { node };
  }

  isDir(mode) {
    return mode === "dir";
  }

  mkdirTree(path) {
    let node = this.root;
    for (const name of path.split("/").filter(Boolean)) {
      node.contents[name] ??= { mode: "dir", contents: {} };
      node = node.contents[name];
    }
  }

  /** Write bytes into a file, as a program does. */
  write(path, bytes, position = 0) {
    const [, folder, name] = /^(.*)\/([^/]*)$/.exec(path);
    const { contents } = this.lookupPath(folder).node;
    contents[name] ??= { mode: "file", contents: new Uint8Array(0), usedBytes: 0 };
    const buffer = Uint8Array.from(bytes);
    const { write } = this.filesystems.MEMFS.ops_table.file.stream;
    write({ node: contents[name] }, buffer, 0, buffer.length, position);
  }

  writeFile(path, content) {
    this.write(path, content);
  }

  truncate(path, size) {
    this.filesystems.MEMFS.ops_table.file.node.setattr(this.lookupPath(path).node, { size });
  }

  remove(path) {
    const [, folder, name] = /^(.*)\/([^/]*)$/.exec(path);
    delete this.lookupPath(folder).node.contents[name];
  }

  read(path) {
    const { node } = this.lookupPath(path);
    return node && [...node.contents.subarray(0, node.usedBytes)];
  }
}

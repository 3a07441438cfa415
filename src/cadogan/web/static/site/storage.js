/**
 * The user's folder in the browser's storage.
 *
 * Python works on files in memory. After each request that may change them, one transaction writes
 * the changed pages to IndexedDB. So the stored files always show the state after a whole request.
 */

const PAGE = 4096;
const STORE = "pages";

/** @param {IDBRequest} request @returns {Promise<any>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Storage {
  /** @param {IDBDatabase} db */
  constructor(db) {
    this.db = db;
    /** The stored content of each file by its path. @type {Map<string, Uint8Array>} */
    this.files = new Map();
  }

  /** @param {string} name */
  static async open(name) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return new Storage(await done(request));
  }

  /** Write the stored files into Python's file system. @param {any} FS @param {string} folder */
  async mount(FS, folder) {
    FS.mkdirTree(folder);
    const store = this.db.transaction(STORE).objectStore(STORE);
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    /** @type {Map<string, {size: number, pages: [number, Uint8Array][]}>} */
    const found = new Map();
    keys.forEach((/** @type {[string, number]} */ [path, page], /** @type {number} */ i) => {
      const file = found.get(path) ?? { size: 0, pages: [] };
      if (page < 0) file.size = values[i];
      else file.pages.push([page, values[i]]);
      found.set(path, file);
    });
    for (const [path, { size, pages }] of found) {
      const content = new Uint8Array(size);
      for (const [page, bytes] of pages)
        content.set(bytes.subarray(0, size - page * PAGE), page * PAGE);
      FS.mkdirTree(`${folder}/${path}`.replace(/\/[^/]*$/, ""));
      FS.writeFile(`${folder}/${path}`, content);
      this.files.set(path, content);
    }
  }

  /** Store all changes since the last call. @param {any} FS @param {string} folder */
  async save(FS, folder) {
    const now = new Map(read(FS, folder, ""));
    const gone = [...this.files.keys()].filter((path) => !now.has(path));
    const changed = [...now].filter(([path, content]) => {
      const old = this.files.get(path);
      return old?.length !== content.length || !differing(old, content).next().done;
    });
    if (!gone.length && !changed.length) return;
    const transaction = this.db.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    for (const path of gone) store.delete(IDBKeyRange.bound([path, -1], [path, Infinity]));
    for (const [path, content] of changed) {
      store.put(content.length, [path, -1]);
      for (const page of differing(this.files.get(path), content)) {
        store.put(content.slice(page * PAGE, (page + 1) * PAGE), [path, page]);
      }
      const pages = Math.ceil(content.length / PAGE);
      store.delete(IDBKeyRange.bound([path, pages], [path, Infinity]));
    }
    // Transactions run in order, so the next call compares with what this one stores.
    this.files = now;
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => {
        this.files = new Map(); // the next call stores everything
        reject(transaction.error);
      };
    });
  }
}

/** Yield the pages that differ. @param {Uint8Array | undefined} old @param {Uint8Array} now */
function* differing(old, now) {
  for (let at = 0; at < now.length; at += PAGE) {
    const end = Math.min(at + PAGE, now.length);
    let same = old !== undefined && old.length >= end;
    for (let i = at; same && i < end; i += 1) same = old?.[i] === now[i];
    if (!same) yield at / PAGE;
  }
}

/** Yield the path and a copy of the content of each file in a folder. @param {any} FS @param {string} folder @param {string} prefix @returns {Generator<[string, Uint8Array]>} */
function* read(FS, folder, prefix) {
  for (const name of FS.readdir(`${folder}/${prefix}`)) {
    if (name === "." || name === "..") continue;
    const path = `${prefix}${name}`;
    const { mode } = FS.stat(`${folder}/${path}`);
    if (FS.isDir(mode)) yield* read(FS, folder, `${path}/`);
    else if (FS.isFile(mode)) yield [path, FS.readFile(`${folder}/${path}`)];
  }
}

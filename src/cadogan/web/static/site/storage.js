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
    const transaction = this.db.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    let changed = false;
    for (const [path, content] of now) {
      const old = this.files.get(path);
      const pages = [...differing(old, content)];
      if (old?.length === content.length && !pages.length) continue;
      changed = true;
      store.put(content.length, [path, -1]);
      for (const page of pages) {
        store.put(content.slice(page * PAGE, (page + 1) * PAGE), [path, page]);
      }
      const last = Math.ceil(content.length / PAGE);
      if (old && old.length > content.length) {
        store.delete(IDBKeyRange.bound([path, last], [path, Infinity]));
      }
    }
    for (const path of this.files.keys()) {
      if (now.has(path)) continue;
      changed = true;
      store.delete(IDBKeyRange.bound([path, -1], [path, Infinity]));
    }
    if (!changed) {
      transaction.abort();
      return;
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    for (const path of this.files.keys()) if (!now.has(path)) this.files.delete(path);
    for (const [path, content] of now) this.files.set(path, content);
  }
}

/** Yield the pages that differ. @param {Uint8Array | undefined} old @param {Uint8Array} now */
function* differing(old, now) {
  for (let at = 0; at < now.length; at += PAGE) {
    const end = Math.min(at + PAGE, now.length);
    let same =
      old !== undefined && old.length >= end && (old.length === now.length || end - at === PAGE);
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

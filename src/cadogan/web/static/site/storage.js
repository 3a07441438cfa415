/**
 * The user's folder in the browser's storage.
 *
 * Python works on files in memory. After each request that may change them, one transaction writes
 * the changed pages to IndexedDB. So the stored files always show the state after a whole request.
 * Without IndexedDB, the files stay in memory.
 */

const PAGE = 4096;
const STORE = "pages";
const OWNER = "owner";
/** The keys of pages are arrays, which IndexedDB puts after all strings. */
const PAGES = () => IDBKeyRange.lowerBound([]);

/** @param {IDBRequest} request @returns {Promise<any>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });

export class Storage {
  /** Whether another program has taken over the stored files. */
  taken = false;
  /** Marks the pages of this program: after another has taken over, this one writes nothing. */
  #owner = crypto.randomUUID();
  /** The mark that is stored now; undefined if there is no room for one. @type {string | undefined} */
  #mark;
  /** The stored files by path. @type {Map<string, any>} */
  #files = new Map();
  /** The changed pages of each file since the last save. @type {Map<any, Set<number>>} */
  #changed = new Map();
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** The save that begins after the last one. @type {Promise<void> | null} */
  #next = null;

  /** @param {IDBDatabase | null} db @param {any} FS @param {string} folder */
  constructor(db, FS, folder) {
    this.db = db;
    this.FS = FS;
    this.folder = folder;
    FS.mkdirTree(folder);
  }

  /**
   * Open the database; return null if the browser refuses it.
   *
   * @param {string} name
   * @returns {Promise<IDBDatabase | null>}
   */
  static async open(name) {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      const db = await done(request);
      // A newer version can then change the database; this one can no longer save.
      db.onversionchange = () => db.close();
      return db;
    } catch (error) {
      // A newer version has stored the plays.
      if (/** @type {any} */ (error)?.name === "VersionError") throw error;
      console.warn(error);
      return null;
    }
  }

  /** Take over the stored files, and write them into Python's file system. */
  async mount() {
    if (this.db) {
      try {
        this.#write(...(await this.#take(this.db)));
      } catch (error) {
        // What cannot be read must not be overwritten.
        console.warn(error);
        this.db = null;
      }
    }
    this.#files = new Map(this.#walk());
    this.#watch();
  }

  /** Read the stored files, and mark them as this program's. @param {IDBDatabase} db */
  async #take(db) {
    try {
      const found = await this.#read(db, (store) => store.put(this.#owner, OWNER));
      this.#mark = this.#owner;
      return found;
    } catch (error) {
      console.warn(error);
      // A full storage has no room for the mark, but without one no other program writes either.
      return this.#read(db, (store) => store.delete(OWNER));
    }
  }

  /**
   * @param {IDBDatabase} db
   * @param {(store: IDBObjectStore) => void} mark
   * @returns {Promise<[[string, number][], any[]]>}
   */
  async #read(db, mark) {
    const transaction = db.transaction(STORE, "readwrite");
    const whole = ended(transaction);
    const store = transaction.objectStore(STORE);
    mark(store);
    const [keys, values] = await Promise.all([
      done(store.getAllKeys(PAGES())),
      done(store.getAll(PAGES())),
      whole,
    ]);
    return [keys, values];
  }

  /** @param {[string, number][]} keys @param {any[]} values */
  #write(keys, values) {
    const { FS, folder } = this;
    /** @type {Map<string, {size: number, pages: [number, Uint8Array][]}>} */
    const found = new Map();
    for (const [i, [path, page]] of keys.entries()) {
      const file = found.get(path) ?? { size: 0, pages: [] };
      if (page < 0) file.size = values[i];
      else file.pages.push([page, values[i]]);
      found.set(path, file);
    }
    for (const [path, { size, pages }] of found) {
      const content = new Uint8Array(size);
      for (const [page, bytes] of pages)
        content.set(bytes.subarray(0, size - page * PAGE), page * PAGE);
      FS.mkdirTree(`${folder}/${path}`.replace(/\/[^/]*$/, ""));
      FS.writeFile(`${folder}/${path}`, content);
    }
  }

  /** Record which pages Python changes, because comparing whole files would take too long. */
  #watch() {
    const { stream, node: nodes } = this.FS.filesystems.MEMFS.ops_table.file;
    const { write } = stream;
    const { setattr } = nodes;
    /** @param {any} node @param {number} from @param {number} to */
    const mark = (node, from, to) => {
      const pages = this.#changed.get(node) ?? new Set();
      for (let page = Math.floor(from / PAGE); page * PAGE < to; page += 1) pages.add(page);
      this.#changed.set(node, pages);
    };
    stream.write = (/** @type {any[]} */ ...call) => {
      const [{ node }, , , , position] = call;
      const before = node.usedBytes;
      const count = write(...call);
      mark(node, Math.min(before, position), position + count);
      return count;
    };
    nodes.setattr = (/** @type {any} */ node, /** @type {any} */ change) => {
      const before = node.usedBytes;
      setattr(node, change);
      if (change.size !== undefined) mark(node, Math.min(before, change.size), change.size);
    };
  }

  /**
   * Store all changes.
   *
   * Saves run one after the other, so that none is stored without those before it. A save that has
   * not begun includes all changes up to its beginning.
   *
   * @returns {Promise<void>}
   */
  save() {
    this.#next ??= this.#last.then(() => {
      this.#next = null;
      const saved = this.#store();
      this.#last = saved.catch(() => undefined);
      return saved;
    });
    return this.#next;
  }

  async #store() {
    const changed = this.#changed;
    this.#changed = new Map();
    const now = new Map(this.#walk());
    const gone = [...this.#files.keys()].filter((path) => !now.has(path));
    /** @type {[string, any, Iterable<number>][]} */
    const fresh = [];
    for (const [path, node] of now) {
      const pages = this.#files.get(path) === node ? changed.get(node) : every(node);
      if (pages) fresh.push([path, node, pages]);
    }
    if (!this.db || !(gone.length || fresh.length)) return;
    /** @type {IDBTransaction | undefined} */
    let transaction;
    try {
      transaction = this.db.transaction(STORE, "readwrite", { durability: "strict" });
      const whole = ended(transaction);
      const store = transaction.objectStore(STORE);
      const owner = store.get(OWNER);
      owner.onsuccess = () => {
        this.taken = owner.result !== this.#mark;
        if (this.taken) owner.transaction?.abort();
      };
      if (!this.#mark) store.put(this.#owner, OWNER);
      for (const path of gone) store.delete(IDBKeyRange.bound([path, -1], [path, Infinity]));
      for (const [path, { contents, usedBytes }, pages] of fresh) {
        store.put(usedBytes, [path, -1]);
        for (const page of pages)
          if (page * PAGE < usedBytes)
            store.put(contents.slice(page * PAGE, Math.min((page + 1) * PAGE, usedBytes)), [
              path,
              page,
            ]);
        const end = Math.ceil(usedBytes / PAGE);
        store.delete(IDBKeyRange.bound([path, end], [path, Infinity]));
      }
      await whole;
      this.#mark = this.#owner;
      this.#files = now;
    } catch (error) {
      // The next save repeats this one.
      for (const [node, pages] of changed)
        this.#changed.set(node, new Set([...pages, ...(this.#changed.get(node) ?? [])]));
      throw error;
    }
  }

  /** Yield the path and the node of each file. SQLite's shared memory has nothing to keep. @returns {Generator<[string, any]>} */
  *#walk(folder = this.FS.lookupPath(this.folder).node, prefix = "") {
    for (const [name, node] of Object.entries(folder.contents)) {
      if (this.FS.isDir(/** @type {any} */ (node).mode))
        yield* this.#walk(node, `${prefix}${name}/`);
      else if (!name.endsWith("-shm")) yield [`${prefix}${name}`, node];
    }
  }
}

/** Yield the numbers of all pages of a file. @param {any} node @returns {Iterable<number>} */
const every = ({ usedBytes }) => Array.from({ length: Math.ceil(usedBytes / PAGE) }, (_, i) => i);

/* What must survive a reload, a crash, an empty battery: two shelves in IndexedDB.

   "deals" holds every deal that this tablet entered, by its key; "kept" holds small things by name. A change counts as
   done when the disk has it (`durability: "strict"`, `oncomplete`): only then may the page say so. */

const NAME = "sparrows-table";
const SHELVES = ["kept", "deals"];

/** The store of this page, once it is open; `lasting` tells whether it survives the browser. */
export let store = null;

/** Open it, before anything else. */
export async function openStore() {
  try {
    store = inDatabase(await database());
  } catch {
    store = inMemory(); // storage is forbidden in some private windows: the page says that nothing lasts
  }
}

const withNames = (lasting, change) => ({
  lasting, change,
  get: (name) => change(({ get }) => get("kept", name)),
  put: (name, value) => change(({ put }) => put("kept", name, value)),
  deals: () => change(({ all }) => all("deals")),
});

function database() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 2);
    asked.onupgradeneeded = () => {
      for (const shelf of SHELVES) {
        if (!asked.result.objectStoreNames.contains(shelf)) asked.result.createObjectStore(shelf);
      }
    };
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close(); // a newer page must not wait for this one
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}

/** `change(work)` runs all that `work` asks for in one transaction: everything happens or nothing. */
const inDatabase = (db) => withNames(true, (work) =>
  new Promise((resolve, reject) => {
    const transaction = db.transaction(SHELVES, "readwrite", { durability: "strict" });
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
    work(steps(transaction)).then((value) => { result = value; }, (fault) => {
      reject(fault);
      undo(transaction);
    });
  }));

function undo(transaction) {
  try {
    transaction.abort();
  } catch {
    // it is over already: the browser was emptied meanwhile, or its disk is full
  }
}

function steps(transaction) {
  const answered = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return {
    get: (shelf, key) => answered(transaction.objectStore(shelf).get(key)),
    put: (shelf, key, value) => answered(transaction.objectStore(shelf).put(value, key)),
    remove: (shelf, key) => answered(transaction.objectStore(shelf).delete(key)),
    all: (shelf) => answered(transaction.objectStore(shelf).getAll()),
  };
}

function inMemory() {
  const shelves = Object.fromEntries(SHELVES.map((shelf) => [shelf, new Map()]));
  let last = Promise.resolve();
  const own = {
    get: async (shelf, key) => shelves[shelf].get(key),
    put: async (shelf, key, value) => { shelves[shelf].set(key, value); },
    remove: async (shelf, key) => { shelves[shelf].delete(key); },
    all: async (shelf) => [...shelves[shelf].values()],
  };
  return withNames(false, (work) => {
    last = last.then(() => work(own), () => work(own)); // one after the other, as transactions are
    return last;
  });
}

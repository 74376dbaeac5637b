/* What must survive a reload, a crash, an empty battery: one small cupboard in IndexedDB, localStorage where there is none.

   A write counts as done when the disk has it (`durability: "strict"`, `oncomplete`): only then may the page say so. */

const NAME = "sparrows-table";
const SHELF = "kept";

/** Open the cupboard; `lasting` tells whether it survives the browser. */
export async function openStore() {
  try {
    return shelves(await database());
  } catch {
    return inLocalStorage();
  }
}

function database() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(SHELF);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => reject(asked.error);
  });
}

function shelves(db) {
  const run = (mode, work) =>
    new Promise((resolve, reject) => {
      const transaction = db.transaction(SHELF, mode, { durability: "strict" });
      const asked = work(transaction.objectStore(SHELF));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  return {
    lasting: true,
    get: (key) => run("readonly", (shelf) => shelf.get(key)),
    put: (key, value) => run("readwrite", (shelf) => shelf.put(value, key)),
    remove: (key) => run("readwrite", (shelf) => shelf.delete(key)),
  };
}

function inLocalStorage() {
  const memory = new Map();
  const held = lastingStorage();
  return {
    lasting: Boolean(held),
    get: async (key) => JSON.parse(held?.getItem(`${NAME}:${key}`) ?? memory.get(key) ?? "null"),
    put: async (key, value) => {
      memory.set(key, JSON.stringify(value));
      held?.setItem(`${NAME}:${key}`, JSON.stringify(value));
    },
    remove: async (key) => {
      memory.delete(key);
      held?.removeItem(`${NAME}:${key}`);
    },
  };
}

function lastingStorage() {
  try {
    localStorage.setItem(`${NAME}:probe`, "1");
    localStorage.removeItem(`${NAME}:probe`);
    return localStorage;
  } catch {
    return null; // storage is forbidden in some private windows: the page says that nothing lasts
  }
}

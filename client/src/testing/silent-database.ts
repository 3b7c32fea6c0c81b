/** An IndexedDB that leaves requests without an answer: the opening ones, or those of each transaction as WebKit does. */
export function silentIndexedDB(silent: "open" | "transaction") {
  const request = () => ({});
  const objects = { get: request, getAllKeys: request, put: request, delete: request, transaction: {} };
  const transaction = { objectStore: () => objects, abort() {}, db: { close() {} } };
  objects.transaction = transaction;
  return {
    databases: () => new Promise(() => {}),
    open() {
      const opening: { result: unknown; onsuccess?: () => void } = {
        result: { transaction: () => transaction, close() {} },
      };
      if (silent === "transaction") queueMicrotask(() => opening.onsuccess?.());
      return opening;
    },
  };
}

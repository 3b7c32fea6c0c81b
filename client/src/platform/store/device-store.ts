import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { onWake } from "../lifecycle.ts";
import { text } from "../text.ts";
import { within } from "../within.ts";
import { DATABASE_NAME } from "./database-name.ts";

/** Pause between two attempts to reach a store that does not answer. */
export const TRY_AGAIN_MS = 5_000;

const LATE = Symbol("late");
const makeStore = () => createStore(DATABASE_NAME, "keep");

let store: UseStore | undefined;
let isSilent = false;
const listeners = new Set<() => void>();

/**
 * The store of the device in IndexedDB, for the functions of `idb-keyval`. Engines can leave requests without an answer:
 * WebKit does while a page before this one holds a transaction. A request without an answer is cancelled and rejected
 * after `ANSWER_MS`, and all later ones at once, until the store answers again. So a wait for it is never long.
 */
export const deviceStore: UseStore = (mode, callback) =>
  isSilent ? Promise.reject(new Error(text.noAnswer)) : ask(mode, callback);

/** True while the store does not answer. */
export const isStoreSilent = (): boolean => isSilent;

/** Calls `listener` when the store stops answering, and when it answers again. Returns a function that removes it. */
export function onStoreChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the store answers: at once, unless it is silent. */
export function storeAnswers(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onStoreChange(look);
    function look() {
      if (isSilent) return;
      stop();
      resolve();
    }
    look();
  });
}

const running = new Set<IDBTransaction>();

/**
 * WebKit leaves the requests of the next page without an answer while a transaction of a page that was left is open. A
 * page that comes back opens a new connection.
 */
addEventListener("pagehide", () => {
  store = undefined;
  for (const transaction of running) cancel(transaction);
});

async function ask<T>(mode: IDBTransactionMode, callback: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
  let transaction: IDBTransaction | undefined;
  let isOver = false;
  store ??= makeStore();
  const answer = store(mode, (objects) => {
    transaction = objects.transaction;
    running.add(transaction);
    // The connection opened too late, and another one has replaced it.
    if (isOver) cancel(transaction);
    return callback(objects);
  });
  const outcome = await within<T, typeof LATE>(answer, LATE).finally(() => transaction && running.delete(transaction));
  if (outcome !== LATE) return outcome;
  isOver = true;
  // The cancelled request rejects, which is of no use any more.
  answer.catch(() => {});
  store = undefined;
  if (transaction) cancel(transaction);
  setSilent(true);
  throw new Error(text.noAnswer);
}

/** Cancels a request, so that it changes nothing later, and closes its connection. */
function cancel(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended in the meantime.
  }
  transaction.db.close();
}

const hasAnswered = (objects: IDBObjectStore) => promisifyRequest(objects.get("")).then(() => true);

function setSilent(next: boolean): void {
  if (isSilent === next) return;
  isSilent = next;
  if (next) {
    console.warn(text.noAnswer);
    keepTrying();
  }
  for (const listener of [...listeners]) listener();
}

/** Asks a new connection, after a pause and when the app wakes up, until it answers. */
function keepTrying(): void {
  let isTrying = false;
  const look = async () => {
    if (isTrying) return;
    isTrying = true;
    // As a change, because an engine may answer reads while changes wait.
    const answers = await ask("readwrite", hasAnswered).catch(() => false);
    isTrying = false;
    if (!answers || !isSilent) return;
    clearInterval(timer);
    stopWaking();
    setSilent(false);
  };
  const timer = setInterval(() => void look(), TRY_AGAIN_MS);
  const stopWaking = onWake(() => void look());
}

import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { makeFolder } from "../make-folder.ts";
import { damagedDatabase, StorageError, storageSentence } from "../storage-problem.ts";
import { durableOptions } from "./durable-folder.ts";
import { requireRelations } from "./relations.ts";

/** Maximum time of an opening, including the recovery after a power cut on a slow disk. */
const LONGEST_OPENING_MS = 60_000;
/** PGlite computes in this thread, so that a timer of this thread may be held up, too. */
const HELD_UP_MS = 5_000;

/**
 * Opens the PGlite in a folder, and makes one in a folder that is empty or missing.
 * @throws StorageError for a folder that PGlite cannot open, or opens without some of its files
 */
export async function openClient(directory: string): Promise<PGlite> {
  const isNew = !existsSync(directory) || readdirSync(directory).length === 0;
  // PGlite would create a new database over the rest of an old one.
  if (!isNew && !existsSync(join(directory, "PG_VERSION")))
    throw damagedDatabase(dirname(directory), "its file PG_VERSION is missing");
  try {
    if (isNew) await make(directory);
    const client = await create(directory);
    await requireRelations(client, directory);
    letOthersTurn(client);
    return client;
  } catch (error) {
    throw refusal(error, directory);
  }
}

/** An error of a PGlite that cannot be opened, as a sentence: PGlite's own are numbers, aborts and type errors. */
export function refusal(error: unknown, directory: string): Error {
  const dataDir = dirname(directory);
  if (error instanceof StorageError) return error;
  const sentence = storageSentence(error, dataDir);
  if (sentence !== undefined) return new Error(sentence, { cause: error });
  const { message = JSON.stringify(error), cause } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return damagedDatabase(dataDir, reason.replace(/[.\s]*(Build with|\n).*$/s, ""));
}

/** Makes a database beside its place, because a process that is killed meanwhile leaves one that cannot be opened. */
async function make(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  await (await create(unfinished)).close();
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
}

async function create(directory: string): Promise<PGlite> {
  const late = damagedDatabase(dirname(directory), `it did not open within ${LONGEST_OPENING_MS / 1000} s`);
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: { sentence: `${late.message}\n`, afterMs: LONGEST_OPENING_MS + HELD_UP_MS },
  });
  watch.unref();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), LONGEST_OPENING_MS);
  });
  const restore = useDefaultSignals();
  try {
    return await Promise.race([PGlite.create(durableOptions(directory)), deadline]);
  } finally {
    restore();
    clearTimeout(timer);
    await watch.terminate();
  }
}

/**
 * Lets the system end the process on a signal, because no handler runs while PGlite holds up the thread. A database
 * survives that, as it survives a crash. The first process of a container has only its handlers.
 * @returns a function that puts the handlers back
 */
function useDefaultSignals(): () => void {
  if (process.pid === 1 || process.platform === "win32") return () => {};
  const handlers = (["SIGINT", "SIGTERM"] as const).map((signal) => {
    const listeners = process.listeners(signal);
    process.removeAllListeners(signal);
    return () => {
      for (const listener of listeners) process.on(signal, listener);
    };
  });
  return () => {
    for (const putBack of handlers) putBack();
  };
}

/** Ends a process whose main thread is held up. */
const WATCH = `
const { writeSync } = require("node:fs");
const { workerData: { sentence, afterMs } } = require("node:worker_threads");
setTimeout(() => {
  writeSync(2, sentence);
  process.kill(process.pid, "SIGKILL");
}, afterMs);
`;

/** Longest work of the embedded database without a turn of the event loop. */
const TURN_MS = 10;

/**
 * Lets the event loop turn between queries. PGlite computes in this thread and answers without waiting for anything, so
 * that a job of thousands of queries would hold up all calls, and the TLS handshakes that the BFF waits 10 s for.
 */
function letOthersTurn(client: PGlite): void {
  const execute = client.execProtocolStream.bind(client);
  let turnedAt = performance.now();
  client.execProtocolStream = async (...parameters) => {
    if (performance.now() - turnedAt > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turnedAt = performance.now();
    }
    return execute(...parameters);
  };
}

import { UnreadableFile } from "../../../../ui/import/opened-sheet.ts";
import type { Mapping, RowReader } from "../import-field.ts";
import type { GoodRow } from "../import-rows.ts";
import type { Answer, Question } from "./desk-messages.ts";
import { type Desk, fileDesk, type OpenedFile, type ShownPreview } from "./file-desk.ts";

/** How a worker with the same reader is started, and the lists from which it builds the reader. */
export interface ReaderWorker {
  start: () => Worker;
  lists: unknown;
}

/** Longest wait for a worker's script, which is on the device. */
const START_MS = 10_000;

/** A file too large to be read between two frames: of smaller ones a worker's start would be most of the time. */
const LARGE = 200_000;

/**
 * Has a large file read by a worker, so that the page answers meanwhile. Without one, and for what a page alone can read,
 * the same code works in steps on the page's thread.
 */
export function openDesk(reader: RowReader, worker: ReaderWorker | undefined): Desk {
  let desk: Desk = fileDesk(reader);
  return {
    async open(file) {
      const remote =
        worker && file.size >= LARGE && typeof Worker === "function" ? await startWorker(worker) : undefined;
      if (!remote) return desk.open(file);
      const own = desk;
      desk = remote;
      try {
        return await remote.open(file);
      } catch (error) {
        if (error instanceof UnreadableFile) throw error;
        console.warn("the page reads the file itself", error);
        remote.close();
        desk = own;
        return own.open(file);
      }
    },
    suggest: (sheet) => desk.suggest(sheet),
    look: (sheet, mapping, onRows) => desk.look(sheet, mapping, onRows),
    rows: () => desk.rows(),
    repair: (refused, name) => desk.repair(refused, name),
    close: () => desk.close(),
  };
}

/** A started worker; undefined where browsers or policies allow none. */
async function startWorker({ start, lists }: ReaderWorker): Promise<Desk | undefined> {
  let worker: Worker | undefined;
  try {
    worker = start();
    await isReady(worker);
    worker.postMessage(lists);
    return remoteDesk(worker);
  } catch (error) {
    console.warn("no worker reads the file", error);
    worker?.terminate();
    return undefined;
  }
}

function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("a worker that does not start")), START_MS);
    worker.onmessage = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.onerror = ({ message }) => {
      clearTimeout(timer);
      reject(new Error(message));
    };
  });
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (reason: Error) => void;
  onRows?: ((rows: number) => void) | undefined;
}

function remoteDesk(worker: Worker): Desk {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let streams = 0;
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const one = waiting.get(data.id);
    if (!one) return;
    if ("progress" in data) return one.onRows?.(data.progress);
    waiting.delete(data.id);
    if ("value" in data) one.resolve(data.value);
    else one.reject("unreadable" in data ? new UnreadableFile(data.unreadable) : new Error(data.failed));
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  const ask = <Value>(question: Question, onRows?: (rows: number) => void) =>
    new Promise<Value>((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve: (value) => resolve(value as Value), reject, onRows });
      worker.postMessage({ ...question, id });
    });
  return {
    open: (file) => ask<OpenedFile>({ call: "open", file }),
    suggest: (sheet) => ask<Mapping>({ call: "suggest", sheet }),
    look: (sheet, mapping, onRows) => ask<ShownPreview | undefined>({ call: "look", sheet, mapping }, onRows),
    async *rows() {
      const stream = ++streams;
      for (;;) {
        const rows = await ask<readonly GoodRow[]>({ call: "rows", stream });
        if (rows.length === 0) return;
        yield rows;
      }
    },
    repair: (refused, name) => ask<File>({ call: "repair", refused, name }),
    close: () => worker.terminate(),
  };
}

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reader } from "../../devices/testing/station.ts";
import type { GoodRow } from "../import-rows.ts";
import { rowsOf } from "./file-desk.ts";
import { serveDesk } from "./serve-desk.ts";
import { openDesk } from "./worker-desk.ts";

/** Hours of a station, with one bad value; more than 200 kB. */
const ROWS = 9_000;
const content = [
  "Data e hora;Temperatura do ar (°C)",
  ...Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(Date.UTC(2025, 0, 1) + index * 3_600_000).toISOString();
    return `${at};${index === 5 ? "quente" : 20 + (index % 9)}`;
  }),
].join("\n");
const file = () => new File([content], "ano.csv", { type: "text/csv" });

/** A copy as between threads; jsdom's files have none. */
const copied = (data: unknown): unknown =>
  data instanceof File || data instanceof Map || typeof data !== "object" || data === null || Array.isArray(data)
    ? data
    : Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, value instanceof File ? value : structuredClone(value)]),
      );

/** A worker in this thread, whose messages are copied as between threads. */
function workerOf(serve: ((port: Parameters<typeof serveDesk>[0]) => void) | undefined) {
  const terminate = vi.fn();
  class Started {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: ((event: { message: string }) => void) | null = null;
    listeners: ((event: MessageEvent) => void)[] = [];
    terminate = terminate;
    constructor() {
      setTimeout(() => {
        if (!serve) return this.onerror?.({ message: "blocked" });
        serve({
          postMessage: (data) => void setTimeout(() => this.onmessage?.({ data: copied(data) })),
          addEventListener: (_, listener) => this.listeners.push(listener),
        });
      });
    }
    postMessage(data: unknown) {
      const copy = copied(data);
      setTimeout(() => {
        for (const listener of this.listeners) listener(new MessageEvent("message", { data: copy }));
      });
    }
  }
  vi.stubGlobal("Worker", Started);
  return { terminate, worker: { start: () => new Worker("reading-worker.js"), lists: new Map() } };
}

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  warned.mockRestore();
});

/** All that a screen gets of a file. */
async function read(worker: Parameters<typeof openDesk>[1]) {
  const desk = openDesk(reader, worker);
  const opened = await desk.open(file());
  const preview = await desk.look(opened.chosen, { ...opened.mapping, fixed: { serial: "E-1" } }, () => {});
  const rows: GoodRow[] = [];
  for await (const row of rowsOf(desk, preview?.length ?? 0)) rows.push(row);
  const repaired = await (await desk.repair([], "Leituras")).text();
  desk.close();
  return { opened, preview, rows, repaired };
}

it("a worker gives the same preview, rows and bad rows as the page", async () => {
  const { worker, terminate } = workerOf((port) => serveDesk(port, () => reader));
  const beside = await read(worker);
  expect(terminate).toHaveBeenCalledOnce();
  expect(warned).not.toHaveBeenCalled();
  expect(beside.preview).toMatchObject({ length: ROWS - 1, bad: 1 });
  expect(beside.rows).toHaveLength(ROWS - 1);
  expect(beside.repaired).toContain("quente");
  expect(await read(undefined)).toEqual(beside);
});

it("where no worker starts, the page reads the file itself", async () => {
  const { worker } = workerOf(undefined);
  expect((await read(worker)).rows).toHaveLength(ROWS - 1);
  expect(warned).toHaveBeenCalledOnce();
});

it("what a worker cannot read, the page reads", async () => {
  const { worker, terminate } = workerOf((port) =>
    serveDesk(port, () => ({
      ...reader,
      arrange: () => {
        throw new ReferenceError("DOMParser is not defined");
      },
    })),
  );
  expect((await read(worker)).rows).toHaveLength(ROWS - 1);
  expect(terminate).toHaveBeenCalled();
});

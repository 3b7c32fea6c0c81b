import { MAX_BYTES, openTable } from "../../../../ui/import/open-table.ts";
import { type OpenedSheet, UnreadableFile } from "../../../../ui/import/opened-sheet.ts";
import { suggestMapping } from "../column-uses.ts";
import { chooseSheet } from "../facts/choose-sheet.ts";
import type { Doubt, Mapping, RowReader } from "../import-field.ts";
import { type GoodRow, type ImportPreview, type RowError, rowsInSteps, type SentRows } from "../import-rows.ts";
import { pause } from "../pause.ts";
import { repairFile } from "../repair-file.ts";

/** The tables of a file, and the one that is imported, as a person would read it. */
export interface OpenedFile {
  /** Names of the tables. */
  sheets: readonly string[];
  chosen: number;
  mapping: Mapping;
}

/** What the screen shows of a table: the rest of a large file stays where it was read. */
export interface ShownPreview {
  /** Rows that can be imported; `first` has some of them. */
  length: number;
  first: readonly GoodRow[];
  /** Lines with errors, the first errors, and the most frequent reasons with their numbers. */
  bad: number;
  errors: readonly RowError[];
  reasons: readonly (readonly [reason: string, rows: number])[];
  unusual: { count: number; first: readonly RowError[] };
  doubts: readonly Doubt[];
  unknown: readonly string[];
  missing: readonly string[];
  empty: number;
  mapping: Mapping;
  /** The first row of data. */
  sample: readonly string[];
}

/** Reads one file: on this thread, or in a worker. Each call answers for the latest `look`. */
export interface Desk {
  /** @throws UnreadableFile */
  open(file: File): Promise<OpenedFile>;
  suggest(sheet: number): Promise<Mapping>;
  /** Reads the rows of a table; undefined when another look has begun. */
  look(sheet: number, mapping: Mapping, onRows: (rows: number) => void): Promise<ShownPreview | undefined>;
  /** All rows that can be imported, one group after another. */
  rows(): AsyncIterable<readonly GoodRow[]>;
  /** A file of the bad rows, and of those that the API refused. */
  repair(refused: readonly RowError[], name: string): Promise<File>;
  close(): void;
}

/** Rows by which the columns of the preview are chosen. */
const FIRST_ROWS = 500;
export const SHOWN_ERRORS = 200;
const MAX_REASONS = 6;
/** Rows between two pauses: each is validated again. */
const GROUP = 50;

/** Reads a file on this thread, in steps. */
export function fileDesk(reader: RowReader): Desk {
  let sheets: readonly OpenedSheet[] = [];
  let current: { preview?: ImportPreview } = {};
  const cellsOf = (sheet: number) => sheets[sheet]?.cells ?? [];
  return {
    async open(file) {
      if (file.size > MAX_BYTES) throw new UnreadableFile("too-large");
      const opened = chooseSheet(await openTable(await file.arrayBuffer(), pause), reader);
      sheets = opened.sheets;
      if (!opened.sheet) throw new UnreadableFile("empty");
      const chosen = sheets.indexOf(opened.sheet);
      const names = sheets.map(({ name }) => name);
      return { sheets: names, chosen, mapping: suggestMapping(cellsOf(chosen), reader) };
    },
    suggest: async (sheet) => suggestMapping(cellsOf(sheet), reader),
    async look(sheet, mapping, onRows) {
      const own: typeof current = {};
      current = own;
      const steps = rowsInSteps(cellsOf(sheet), reader, mapping);
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        if (await pause()) onRows(step.value);
        if (current !== own) return undefined;
      }
      own.preview = step.value;
      return shown(step.value);
    },
    async *rows() {
      let group: GoodRow[] = [];
      for (const row of current.preview?.good ?? []) {
        if (group.push(row) < GROUP) continue;
        yield group;
        group = [];
        await pause();
      }
      yield group;
    },
    async repair(refused, name) {
      const { preview } = current;
      const errors = [...(preview?.errors ?? []), ...refused].sort((one, other) => one.line - other.line);
      return repairFile(errors, preview ?? { cells: [], mapping: await this.suggest(0) }, name);
    },
    close() {
      current = {};
      sheets = [];
    },
  };
}

function shown({ good, errors, unusual, cells, ...others }: ImportPreview): ShownPreview {
  return {
    ...others,
    length: good.length,
    first: good.slice(0, FIRST_ROWS),
    bad: new Set(errors.map(({ line }) => line)).size,
    errors: errors.slice(0, SHOWN_ERRORS),
    reasons: reasonsOf(errors),
    unusual: { count: unusual.length, first: unusual.slice(0, SHOWN_ERRORS) },
    sample: cells[others.mapping.data] ?? [],
  };
}

/** The most frequent reasons of bad rows, with their numbers. */
function reasonsOf(errors: readonly RowError[]): (readonly [reason: string, rows: number])[] {
  const counts = new Map<string, number>();
  for (const { field, message } of errors) {
    const reason = `${field}: ${message}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_REASONS);
}

/** The rows of a desk, or the first ones, to send them. */
export function rowsOf(desk: Desk, length: number): SentRows {
  return {
    length,
    async *[Symbol.asyncIterator]() {
      let left = length;
      for await (const group of desk.rows()) {
        for (const row of group) {
          if (left-- <= 0) return;
          yield row;
        }
      }
    },
  };
}

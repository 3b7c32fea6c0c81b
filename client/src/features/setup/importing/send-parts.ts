import type { Contradiction } from "./contradictions/contradiction.ts";
import type { GoodRow, RowError, SentRows } from "./import-rows.ts";
import { pause } from "./pause.ts";

/** The result of the rows that were sent. */
export interface ImportOutcome {
  inserted: number;
  duplicate: number;
  /** Stored records that got other values. */
  changed: number;
  /** Inserted beside a record of the same place and time with another amount. */
  conflicting: number;
  errors: readonly RowError[];
  /** Stored records that rows contradict, where the API compares them. */
  contradictions?: readonly Contradiction[];
  /** The import in the API, to undo it. */
  batch?: string;
}

/** One import of one file. Answered parts are not sent again. An unanswered part is sent again with the same key. */
export interface ImportRun {
  key: string;
  answers: Map<number, ImportOutcome>;
  /** Ids of the parts that the API has taken as jobs. */
  jobs: Map<number, string>;
  /** Ends the run before its next part. */
  signal: AbortSignal;
  /** Called with the number of finished rows. */
  onSent: (rows: number) => void;
  /** Called when the API has all parts of a large file and finishes it without this page. */
  onTaken?: () => void;
  /** Called after the answer to a part, with the number of finished rows. */
  onPart?: (rows: number) => void;
}

/** Sends the good rows of a file in parts, each with a key of the run. @throws ApiError */
type SendRows = (rows: SentRows, run: ImportRun) => Promise<ImportOutcome>;

/** How the rows of a file go to the API. */
export interface ImportCalls {
  send: SendRows;
  /** Asks the API what the rows would do, without storing them. */
  foresee?: SendRows;
  /** Rows of which it is asked; of larger files only the first ones. */
  mostForeseen?: number;
}

/** A part is far below the BFF's body limit (1 MiB), and short on a slow line. */
const PART_ROWS = 500;
const PART_CHARACTERS = 200_000;
type Rows = Iterable<GoodRow> | AsyncIterable<GoodRow>;

/** Rows in their order, in parts of bounded size. */
export async function partsOf(rows: Rows, maxRows = PART_ROWS): Promise<GoodRow[][]> {
  const parts: GoodRow[][] = [];
  for await (const part of partsBy(rows, () => "", maxRows)) if (part) parts.push(part);
  return parts;
}

/** Rows that are read at once: those of a large file are validated again while they are sent. */
const STEP = 50;

/**
 * Rows in parts of one group each, one after another, because a large file's rows are not all in memory. Null between them
 * when the page may pause.
 */
export async function* partsBy(
  rows: Rows,
  groupOf: (row: GoodRow) => string,
  maxRows = PART_ROWS,
): AsyncGenerator<GoodRow[] | null> {
  let read = 0;
  const open = new Map<string, { part: GoodRow[]; characters: number }>();
  for await (const row of rows) {
    if (++read % STEP === 0) yield null;
    const length = JSON.stringify(row.fields).length;
    const group = groupOf(row);
    const last = open.get(group);
    if (last && last.part.length < maxRows && last.characters + length <= PART_CHARACTERS) {
      last.part.push(row);
      last.characters += length;
    } else {
      if (last) yield last.part;
      open.set(group, { part: [row], characters: length });
    }
  }
  for (const { part } of open.values()) yield part;
}

/**
 * Sends parts one after another. Each part has its own `key`, which is the same in each attempt.
 * @throws ApiError; AbortError when the signal stops the run. The next call with the same run continues after the
 * answered parts
 */
export async function sendParts(
  parts: Iterable<readonly GoodRow[]> | AsyncIterable<readonly GoodRow[] | null>,
  run: ImportRun,
  send: (rows: readonly GoodRow[], key: string) => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  let sent = 0;
  let index = 0;
  for await (const rows of parts) {
    if (run.signal.aborted) throw new DOMException("stopped by the person", "AbortError");
    await pause();
    if (rows === null) continue;
    sent += rows.length;
    if (!run.answers.has(index)) {
      run.answers.set(index, await send(rows, `${run.key}-${index}`));
      run.onPart?.(sent);
    }
    index++;
    run.onSent(sent);
  }
  return sumOf(run);
}

/** The result of all answered parts. */
export function sumOf(run: Pick<ImportRun, "answers">): ImportOutcome {
  const outcomes = [...run.answers.values()];
  const total = (count: Exclude<keyof ImportOutcome, "errors" | "batch" | "contradictions">) =>
    outcomes.reduce((sum, one) => sum + one[count], 0);
  const contradictions = outcomes.flatMap((one) => one.contradictions ?? []);
  return {
    inserted: total("inserted"),
    duplicate: total("duplicate"),
    changed: total("changed"),
    conflicting: total("conflicting"),
    errors: outcomes.flatMap(({ errors }) => errors),
    ...(contradictions.length > 0 && { contradictions }),
  };
}

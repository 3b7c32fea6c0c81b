import type { GoodRow, RowError } from "./import-rows.ts";

/** The result of the rows that were sent. */
export interface ImportOutcome {
  inserted: number;
  duplicate: number;
  /** Stored records that got other values. */
  changed: number;
  /** Inserted beside a record of the same place and time with another amount. */
  conflicting: number;
  errors: readonly RowError[];
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
}

/** Sends the good rows of a file in parts, each with a key of the run. @throws ApiError */
export type SendRows = (rows: readonly GoodRow[], run: ImportRun) => Promise<ImportOutcome>;

/** A part is far below the BFF's body limit (1 MiB), and short on a slow line. */
const PART_ROWS = 500;
const PART_CHARACTERS = 200_000;

/** Rows in their order, in parts of bounded size. */
export function partsOf(rows: readonly GoodRow[], maxRows = PART_ROWS): GoodRow[][] {
  const parts: GoodRow[][] = [];
  let characters = 0;
  for (const row of rows) {
    const length = JSON.stringify(row.fields).length;
    const last = parts.slice(-1)[0];
    if (last && last.length < maxRows && characters + length <= PART_CHARACTERS) {
      last.push(row);
      characters += length;
    } else {
      parts.push([row]);
      characters = length;
    }
  }
  return parts;
}

/**
 * Sends parts one after another. Each part has its own `key`, which is the same in each attempt.
 * @throws ApiError; AbortError when the signal stops the run. The next call with the same run continues after the
 * answered parts
 */
export async function sendParts(
  parts: readonly (readonly GoodRow[])[],
  run: ImportRun,
  send: (rows: readonly GoodRow[], key: string) => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  let sent = 0;
  for (const [index, rows] of parts.entries()) {
    if (!run.answers.has(index)) {
      if (run.signal.aborted) throw new DOMException("stopped by the person", "AbortError");
      run.answers.set(index, await send(rows, `${run.key}-${index}`));
    }
    sent += rows.length;
    run.onSent(sent);
  }
  return sumOf(run);
}

/** The result of all answered parts. */
export function sumOf(run: Pick<ImportRun, "answers">): ImportOutcome {
  const outcomes = [...run.answers.values()];
  const total = (count: Exclude<keyof ImportOutcome, "errors" | "batch">) =>
    outcomes.reduce((sum, one) => sum + one[count], 0);
  return {
    inserted: total("inserted"),
    duplicate: total("duplicate"),
    changed: total("changed"),
    conflicting: total("conflicting"),
    errors: outcomes.flatMap(({ errors }) => errors),
  };
}

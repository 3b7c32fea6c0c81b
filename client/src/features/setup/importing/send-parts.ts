import type { GoodRow, RowError } from "./import-rows.ts";

/** What became of the rows that were sent. */
export interface ImportOutcome {
  inserted: number;
  duplicate: number;
  errors: readonly RowError[];
}

/** One import of one file: what has been answered already is not sent again, what has not is known again by its key. */
export interface ImportRun {
  key: string;
  answers: Map<number, ImportOutcome>;
  /** Ends the run before its next part. */
  signal: AbortSignal;
  /** Told of the rows that are through. */
  onSent: (rows: number) => void;
}

/** Sends the good rows of a file, in parts that are known again by the run's key. @throws ApiError */
export type SendRows = (rows: readonly GoodRow[], run: ImportRun) => Promise<ImportOutcome>;

/** A part is far below what the BFF takes as one body (1 MiB), and short on a slow line. */
const PART_ROWS = 500;
const PART_CHARACTERS = 200_000;

/** Rows in their order, in parts of bounded size. */
export function partsOf(rows: readonly GoodRow[], most = PART_ROWS): GoodRow[][] {
  const parts: GoodRow[][] = [];
  let characters = 0;
  for (const row of rows) {
    const length = JSON.stringify(row.fields).length;
    const last = parts.slice(-1)[0];
    if (last && last.length < most && characters + length <= PART_CHARACTERS) {
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
 * Sends parts one after another. `key` is the part's own and the same at each try.
 * @throws ApiError; AbortError where the signal ends the run. The next call with the same run continues from there
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
  const outcomes = [...run.answers.values()];
  return {
    inserted: outcomes.reduce((sum, { inserted }) => sum + inserted, 0),
    duplicate: outcomes.reduce((sum, { duplicate }) => sum + duplicate, 0),
    errors: outcomes.flatMap(({ errors }) => errors),
  };
}

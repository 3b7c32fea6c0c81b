import { useRef, useState } from "react";
import { isUnreached } from "../../../api/error.ts";
import { randomKey } from "../../../platform/random-key.ts";
import { decodeText } from "../../../ui/import/decode-text.ts";
import { parseCsv } from "../../../ui/import/parse-csv.ts";
import { failureText } from "../records/data/failure-text.ts";
import type { RowReader } from "./import-field.ts";
import { type ImportPreview, readRows } from "./import-rows.ts";
import type { ImportOutcome, ImportRun, SendRows } from "./send-parts.ts";
import { text } from "./text.ts";

const LONGEST_LOOK_MS = 60_000;
/** A larger file is not a list of records. Reading it would only block the page. */
const MAX_BYTES = 10_000_000;

interface ImportState {
  name?: string | undefined;
  preview?: ImportPreview;
  failure?: string | undefined;
  pending: boolean;
  /** Number of rows that have an answer. */
  sent: number;
  /** True once the API has the whole file, so that the page may be closed. */
  isTaken: boolean;
  outcome?: ImportOutcome;
  /** What the import would do; missing until it is known, and for large files. */
  foreseen?: ImportOutcome | "failed";
}

/** A comparison of more rows would take as long as the import. */
const MOST_FORESEEN = 2_000;

const EMPTY: ImportState = { pending: false, sent: 0, isTaken: false };

/** The state of an import: reading the file, sending it, and continuing after a lost connection. */
export function useImport(reader: RowReader, send: SendRows, foresee?: SendRows) {
  const [state, setState] = useState(EMPTY);
  const change = (part: Partial<ImportState>) => setState((before) => ({ ...before, ...part }));
  /**
   * State of the chosen file. Choosing it again starts another import, in which existing records count as duplicates.
   */
  const file = useRef<Pick<ImportRun, "key" | "answers" | "jobs">>({ key: "", answers: new Map(), jobs: new Map() });
  const stopper = useRef<AbortController>(null);

  async function read(chosen: File | undefined) {
    setState({ ...EMPTY, name: chosen?.name });
    file.current = { key: randomKey(), answers: new Map(), jobs: new Map() };
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) return change({ failure: text.tooLarge(MAX_BYTES / 1_000_000) });
    const { key } = file.current;
    let preview: ImportPreview;
    try {
      preview = readRows(parseCsv(decodeText(await chosen.arrayBuffer())), reader);
    } catch {
      return change({ failure: text.unreadable });
    }
    change({ preview });
    const { good, missing } = preview;
    if (!foresee || good.length === 0 || good.length > MOST_FORESEEN || missing.length > 0) return;
    const signal = AbortSignal.timeout(LONGEST_LOOK_MS);
    const run = { key: `${key}-dry`, answers: new Map(), jobs: new Map(), signal, onSent: () => {} };
    const foreseen = await foresee(good, run).catch(() => "failed" as const);
    if (file.current.key === key) change({ foreseen });
  }

  async function start() {
    const { preview } = state;
    if (!preview) return;
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    setState({ ...state, failure: undefined, pending: true });
    const run = {
      ...file.current,
      signal,
      onSent: (sent: number) => change({ sent }),
      onTaken: () => change({ isTaken: true }),
    };
    try {
      change({ outcome: await send(preview.good, run), pending: false });
    } catch (error) {
      const reason = isUnreached(error) ? text.unreached : failureText(error);
      change({ failure: signal.aborted ? text.stopped : `${reason} ${text.failed}`, pending: false });
    }
  }

  return { ...state, read, start, stop: () => stopper.current?.abort() };
}

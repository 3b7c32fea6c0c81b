import { useEffect, useRef, useState } from "react";
import { isUnreached } from "../../../api/error.ts";
import { randomKey } from "../../../platform/random-key.ts";
import { UnreadableFile } from "../../../ui/import/opened-sheet.ts";
import { failureText } from "../records/data/failure-text.ts";
import { type Choices, chosenRows } from "./contradictions/contradiction.ts";
import { type Desk, rowsOf, type ShownPreview } from "./desk/file-desk.ts";
import { openDesk, type ReaderWorker } from "./desk/worker-desk.ts";
import type { Mapping, RowReader } from "./import-field.ts";
import type { RowError } from "./import-rows.ts";
import { remember, withRemembered } from "./remembered/choices.ts";
import { answersOf, findProgress, forgetProgress, noteProgress } from "./remembered/progress.ts";
import type { ImportCalls, ImportOutcome, ImportRun } from "./send-parts.ts";
import { text } from "./text.ts";

const LONGEST_LOOK_MS = 60_000;
interface ImportState {
  name?: string | undefined;
  /** The tables of the file, and the one that is imported. */
  sheets?: readonly string[];
  sheet?: number;
  /** Rows that were read, while a file is read. */
  reading?: number | undefined;
  preview?: ShownPreview | undefined;
  failure?: string | undefined;
  pending: boolean;
  /** Number of rows that have an answer. */
  sent: number;
  /** Rows that this browser sent before a reload, with which the import continues. */
  before: number;
  /** True once the API has the whole file, so that the page may be closed. */
  isTaken: boolean;
  outcome?: ImportOutcome;
  /** What the import would do; missing until it is known. */
  foreseen?: ImportOutcome | "failed" | undefined;
  /** What the person chose for rows that contradict stored records, by line. */
  choices: Choices;
  /** Rows that it speaks of: the first ones of a large file. */
  compared: number;
}

/** A comparison of more rows of records would take as long as the import. */
const MOST_FORESEEN = 2_000;

const EMPTY: ImportState = { choices: new Map(), pending: false, compared: 0, sent: 0, before: 0, isTaken: false };

/** The state of an import: reading the file, sending it, and continuing after a lost connection. */
export function useImport(
  place: { clientId: string; title: string },
  {
    reader,
    worker,
    send,
    foresee,
    mostForeseen = MOST_FORESEEN,
  }: ImportCalls & {
    reader: RowReader;
    worker?: ReaderWorker;
  },
) {
  const { clientId, title } = place;
  const [state, setState] = useState(EMPTY);
  const change = (part: Partial<ImportState>) => setState((before) => ({ ...before, ...part }));
  /**
   * State of the chosen file. Choosing it again continues an import that did not end; after one that did, it starts
   * another one, in which existing records count as duplicates.
   */
  const file = useRef<Pick<ImportRun, "key" | "answers" | "jobs">>({ key: "", answers: new Map(), jobs: new Map() });
  const chosenFile = useRef("");
  const nameOfRows = ({ mapping, length }: ShownPreview) =>
    JSON.stringify([title, chosenFile.current, length, mapping]);
  const stopper = useRef<AbortController>(null);
  const desk = useRef<Desk>(null);
  useEffect(() => () => desk.current?.close(), []);

  async function read(chosen: File | undefined) {
    setState({ ...EMPTY, name: chosen?.name });
    file.current = { key: randomKey(), answers: new Map(), jobs: new Map() };
    if (!chosen) return;
    chosenFile.current = [chosen.name, chosen.size, chosen.lastModified].join(" ");
    const own = openDesk(reader, worker);
    desk.current?.close();
    desk.current = own;
    try {
      const { sheets, chosen: sheet, mapping } = await own.open(chosen);
      if (desk.current !== own) return own.close();
      change({ sheets });
      await look(sheet, withRemembered(clientId, title, mapping));
    } catch (error) {
      if (desk.current !== own) return;
      change({
        failure: error instanceof UnreadableFile ? text.refused[error.reason] : text.unreadable,
        reading: undefined,
      });
    }
  }

  /** Reads the rows of a table, also again after a person changed how. */
  async function look(sheet: number, mapping: Mapping) {
    const own = desk.current;
    if (!own) return;
    const key = randomKey();
    file.current = { key, answers: new Map(), jobs: new Map() };
    change({ sheet, foreseen: undefined, choices: EMPTY.choices });
    const isCurrent = () => file.current.key === key;
    const preview = await own.look(sheet, mapping, (reading) => isCurrent() && change({ reading }));
    if (!preview || !isCurrent()) return;
    const { length, missing } = preview;
    const progress = findProgress(clientId, nameOfRows(preview));
    if (progress) file.current = { key: progress.key, answers: answersOf(progress), jobs: new Map() };
    change({ preview, reading: undefined, before: progress?.rows ?? 0 });
    if (progress || !foresee || length === 0 || missing.length > 0) return;
    const signal = AbortSignal.timeout(LONGEST_LOOK_MS);
    const run = { key: `${key}-dry`, answers: new Map(), jobs: new Map(), signal, onSent: () => {} };
    const first = rowsOf(own, Math.min(length, mostForeseen));
    const foreseen = await foresee(first, run).catch(() => "failed" as const);
    if (file.current.key === key) change({ foreseen, compared: first.length });
  }

  async function start() {
    const { preview } = state;
    if (!preview || !desk.current) return;
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    setState({ ...state, failure: undefined, pending: true });
    const { foreseen, choices } = state;
    const contradictions = (foreseen !== "failed" && foreseen?.contradictions) || [];
    const rows = chosenRows(rowsOf(desk.current, preview.length), contradictions, choices);
    // Parts of other rows have no common answers.
    const name = choices.size === 0 ? nameOfRows(preview) : `${nameOfRows(preview)} ${JSON.stringify([...choices])}`;
    const run: ImportRun = {
      ...file.current,
      signal,
      onSent: (sent) => change({ sent }),
      onTaken: () => change({ isTaken: true }),
      onPart: (rows) => noteProgress(clientId, name, run, rows),
    };
    try {
      const outcome = await send(rows, run);
      forgetProgress(clientId, name);
      change({ outcome, pending: false });
    } catch (error) {
      const reason = isUnreached(error) ? text.unreached : failureText(error);
      change({ failure: signal.aborted ? text.stopped : `${reason} ${text.failed}`, pending: false });
    }
  }

  return {
    ...state,
    read,
    takeSheet: async (sheet: number) => {
      const mapping = await desk.current?.suggest(sheet);
      if (mapping) await look(sheet, withRemembered(clientId, title, mapping));
    },
    remap: (mapping: Mapping) => {
      remember(clientId, title, mapping);
      if (state.sheet !== undefined) return look(state.sheet, mapping);
    },
    choose: (choices: Choices) => change({ choices }),
    start,
    repair: (refused: readonly RowError[]): Promise<File> => {
      if (!desk.current) throw new Error("no file is open");
      return desk.current.repair(refused, title);
    },
    stop: () => stopper.current?.abort(),
  };
}

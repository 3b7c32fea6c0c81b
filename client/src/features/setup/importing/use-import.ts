import { useRef, useState } from "react";
import { isUnreached } from "../../../api/error.ts";
import { randomKey } from "../../../platform/random-key.ts";
import { MAX_BYTES, openTable } from "../../../ui/import/open-table.ts";
import { type OpenedSheet, UnreadableFile } from "../../../ui/import/opened-sheet.ts";
import { failureText } from "../records/data/failure-text.ts";
import { suggestMapping } from "./column-uses.ts";
import { type Choices, chosenRows } from "./contradictions/contradiction.ts";
import { chooseSheet } from "./facts/choose-sheet.ts";
import type { Mapping, RowReader } from "./import-field.ts";
import { type ImportPreview, rowsInSteps } from "./import-rows.ts";
import { pause } from "./pause.ts";
import { remember, withRemembered } from "./remembered/choices.ts";
import { answersOf, findProgress, forgetProgress, noteProgress } from "./remembered/progress.ts";
import type { ImportCalls, ImportOutcome, ImportRun } from "./send-parts.ts";
import { text } from "./text.ts";

const LONGEST_LOOK_MS = 60_000;
interface ImportState {
  name?: string | undefined;
  /** The tables of the file, and the one that is imported. */
  sheets?: readonly OpenedSheet[];
  sheet?: OpenedSheet | undefined;
  /** Rows that were read, while a file is read. */
  reading?: number | undefined;
  preview?: ImportPreview | undefined;
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
const MAX_PREVIEWED = 2_000;

const EMPTY: ImportState = { choices: new Map(), pending: false, compared: 0, sent: 0, before: 0, isTaken: false };

/** The state of an import: reading the file, sending it, and continuing after a lost connection. */
export function useImport(
  place: { clientId: string; title: string },
  reader: RowReader,
  { send, foresee, mostForeseen = MAX_PREVIEWED }: ImportCalls,
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
  const nameOfRows = ({ mapping, good }: Pick<ImportPreview, "mapping" | "good">) =>
    JSON.stringify([title, chosenFile.current, good.length, mapping]);
  const stopper = useRef<AbortController>(null);

  async function read(chosen: File | undefined) {
    setState({ ...EMPTY, name: chosen?.name });
    file.current = { key: randomKey(), answers: new Map(), jobs: new Map() };
    if (!chosen) return;
    chosenFile.current = [chosen.name, chosen.size, chosen.lastModified].join(" ");
    const { key } = file.current;
    try {
      if (chosen.size > MAX_BYTES) throw new UnreadableFile("too-large");
      const opened = await openTable(await chosen.arrayBuffer(), pause);
      const { sheets, sheet } = chooseSheet(opened, reader);
      if (file.current.key !== key) return;
      if (!sheet) throw new UnreadableFile("empty");
      change({ sheets, sheet });
      await look(sheet, withRemembered(clientId, title, suggestMapping(sheet.cells, reader)));
    } catch (error) {
      change({
        failure: error instanceof UnreadableFile ? text.refused[error.reason] : text.unreadable,
        reading: undefined,
      });
    }
  }

  /** Reads the rows of a table, also again after a person changed how. */
  async function look(sheet: OpenedSheet, mapping: Mapping) {
    const key = randomKey();
    file.current = { key, answers: new Map(), jobs: new Map() };
    change({ sheet, foreseen: undefined, choices: EMPTY.choices });
    const steps = rowsInSteps(sheet.cells, reader, mapping);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      if (await pause()) change({ reading: step.value });
      if (file.current.key !== key) return;
    }
    const preview = step.value;
    const { good, missing } = preview;
    const progress = findProgress(clientId, nameOfRows(preview));
    if (progress) file.current = { key: progress.key, answers: answersOf(progress), jobs: new Map() };
    change({ preview, reading: undefined, before: progress?.rows ?? 0 });
    if (progress || !foresee || good.length === 0 || missing.length > 0) return;
    const signal = AbortSignal.timeout(LONGEST_LOOK_MS);
    const run = { key: `${key}-dry`, answers: new Map(), jobs: new Map(), signal, onSent: () => {} };
    const first = good.length > mostForeseen ? good.slice(0, mostForeseen) : good;
    const foreseen = await foresee(first, run).catch(() => "failed" as const);
    if (file.current.key === key) change({ foreseen, compared: first.length });
  }

  async function start() {
    const { preview } = state;
    if (!preview) return;
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    setState({ ...state, failure: undefined, pending: true });
    const { foreseen, choices } = state;
    const contradictions = (foreseen !== "failed" && foreseen?.contradictions) || [];
    const rows = chosenRows(preview.good, contradictions, choices);
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
    takeSheet: (sheet: OpenedSheet) =>
      look(sheet, withRemembered(clientId, title, suggestMapping(sheet.cells, reader))),
    remap: (mapping: Mapping) => {
      remember(clientId, title, mapping);
      if (state.sheet) return look(state.sheet, mapping);
    },
    choose: (choices: Choices) => change({ choices }),
    start,
    stop: () => stopper.current?.abort(),
  };
}

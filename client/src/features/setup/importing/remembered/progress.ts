import { deviceStorage } from "../../../../platform/storage.ts";
import { type ImportOutcome, type ImportRun, sumOf } from "../send-parts.ts";

/** How far a file was sent, so that choosing it again after a reload continues it. */
interface ImportProgress {
  /** Of the run, because its parts and its undoing are named by it. */
  key: string;
  parts: number;
  rows: number;
  outcome: ImportOutcome;
}

const MAX_FILES = 5;
const MAX_ERRORS = 200;
const keyOf = (clientId: string) => `import-progress ${clientId}`;

function progressOf(clientId: string): Record<string, ImportProgress> {
  const stored = deviceStorage.read(keyOf(clientId));
  return stored === null ? {} : (JSON.parse(stored) as Record<string, ImportProgress>);
}

/** How far the same file, read in the same way, was sent by this browser. */
export const findProgress = (clientId: string, file: string): ImportProgress | undefined => progressOf(clientId)[file];

/** Notes the answered parts of a run. */
export function noteProgress(clientId: string, file: string, run: ImportRun, rows: number): void {
  const sum = sumOf(run);
  const progress = {
    ...{ key: run.key, parts: run.answers.size, rows },
    outcome: { ...sum, errors: sum.errors.slice(0, MAX_ERRORS) },
  };
  const { [file]: _, ...others } = progressOf(clientId);
  const kept = Object.entries(others).slice(1 - MAX_FILES);
  deviceStorage.write(keyOf(clientId), JSON.stringify(Object.fromEntries([...kept, [file, progress]])));
}

/** Ends the notes of a file, or of all files of a client, such as after an import was undone. */
export function forgetProgress(clientId: string, file?: string): void {
  const { [file ?? ""]: _, ...others } = progressOf(clientId);
  if (file === undefined || Object.keys(others).length === 0) deviceStorage.remove(keyOf(clientId));
  else deviceStorage.write(keyOf(clientId), JSON.stringify(others));
}

/** The answers of a run that continues: the first has the sum of all. */
export function answersOf({ parts, outcome }: ImportProgress): ImportRun["answers"] {
  const none: ImportOutcome = { inserted: 0, duplicate: 0, changed: 0, conflicting: 0, errors: [] };
  return new Map(Array.from({ length: parts }, (_, index) => [index, index === 0 ? outcome : none] as const));
}

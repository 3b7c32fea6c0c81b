import { views } from "@lamina/shared/calls/views";
import type { ImportPreviewReply, ImportReply } from "@lamina/shared/calls/views/field-records";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import type { Contradiction } from "./contradictions/contradiction.ts";
import type { GoodRow, SentRows } from "./import-rows.ts";
import { MAX_DIRECT_ROWS, sendJobs } from "./send-jobs.ts";
import { type ImportOutcome, type ImportRun, partsBy, partsOf, sendParts } from "./send-parts.ts";

const imports = {
  watering: { direct: views.wateringImport, preview: views.wateringPreview, kind: "Watering" },
  rain: { direct: views.rainImport, preview: views.rainPreview, kind: "Rain" },
  // A season of a satellite is far below the size of a job.
  canopyObservation: { direct: views.canopyImport, preview: views.canopyPreview, kind: null },
  // Records of the set-up are far fewer.
  farm: { direct: views.farmImport, preview: views.farmPreview, kind: null },
  pivot: { direct: views.pivotImport, preview: views.pivotPreview, kind: null },
  pivotSector: { direct: views.pivotSectorImport, preview: views.pivotSectorPreview, kind: null },
  soil: { direct: views.soilImport, preview: views.soilPreview, kind: null },
  crop: { direct: views.cropImport, preview: views.cropPreview, kind: null },
  season: { direct: views.seasonImport, preview: views.seasonPreview, kind: null },
  device: { direct: views.deviceImport, preview: views.devicePreview, kind: null },
  user: { direct: views.userImport, preview: views.userPreview, kind: null },
} as const;

export type ImportedKind = keyof typeof imports;

const inParts = (rows: SentRows) => partsBy(rows, () => "");

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface SendOptions {
  clientId: string;
  run: ImportRun;
  /** Labels for the fields that the API refuses. */
  fields: readonly FieldSpec[];
}

/**
 * Sends the rows of a file. The API validates each, and its row numbers are converted to lines of the file.
 * @throws ApiError
 */
export async function sendRows(
  entity: ImportedKind,
  rows: SentRows,
  { clientId, run, fields }: SendOptions,
): Promise<ImportOutcome> {
  const outcomeOf = outcomeWith(fields);
  const bodyOf = (part: readonly GoodRow[], key: string) => ({
    ...{ clientId, key, batch: run.key },
    rows: part.map((row) => row.fields),
  });
  const { direct, kind } = imports[entity];
  try {
    if (kind === null || rows.length <= MAX_DIRECT_ROWS)
      return {
        batch: run.key,
        ...(await sendParts(inParts(rows), run, async (part, key) =>
          outcomeOf(await call(direct, { body: bodyOf(part, key) }), part),
        )),
      };
    const outcome = await sendJobs(
      await partsOf(rows),
      run,
      {
        add: (part, key) => call(views.importInsert, { body: { ...bodyOf(part, key), entity: kind } }),
        ask: (ID) => call(views.importJob, { query: { ID } }),
        outcomeOf,
      },
      wait,
    );
    return { batch: run.key, ...outcome };
  } finally {
    // Also after an interruption, because the sent rows are stored.
    void queryClient.invalidateQueries({ queryKey: [clientId] });
  }
}

/** Asks the API what the rows would do. @throws ApiError, also where the API has no such call */
export async function foreseeRows(
  entity: ImportedKind,
  rows: SentRows,
  { clientId, run, fields }: SendOptions,
): Promise<ImportOutcome> {
  const ask = async (part: readonly GoodRow[]) => {
    const body = { clientId, rows: part.map((row) => row.fields) };
    const reply = await call(imports[entity].preview, { body });
    return { ...outcomeWith(fields)(reply, part), contradictions: contradictionsOf(reply, part) };
  };
  return sendParts(inParts(rows), run, ask);
}

/** Conflicts of the API with the rows of the file. */
function contradictionsOf({ conflicts }: ImportPreviewReply, part: readonly GoodRow[]): Contradiction[] {
  return conflicts.flatMap(({ row, changes, stored }) => {
    const given = part[row - 1];
    return given ? [{ line: given.line, mine: given.fields, stored, changes }] : [];
  });
}

/** The answer of the API with lines of the file and labels. */
function outcomeWith(fields: readonly FieldSpec[]) {
  return ({ errors, ...counts }: ImportReply, part: readonly GoodRow[]): ImportOutcome => ({
    inserted: counts.inserted,
    duplicate: counts.duplicate,
    changed: counts.changed,
    conflicting: counts.conflicting,
    errors: errors.map(({ row, field, message }) => ({
      line: part[row - 1]?.line ?? row,
      field: fields.find(({ path }) => path === field)?.label ?? field,
      message,
    })),
  });
}

import { views } from "@lamina/shared/calls/views";
import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import { type BulkReply, MESSAGE_READINGS } from "@lamina/shared/records/readings";
import { refusalWords } from "@lamina/shared/rules/refusal-text";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import type { GoodRow, RowError, SentRows } from "../importing/import-rows.ts";
import { type ImportOutcome, type ImportRun, partsBy, sendParts } from "../importing/send-parts.ts";
import { ReadingRow } from "./reading-reader.ts";
import { text } from "./text.ts";

const words = text.reading;

/** Each call has the readings of one device. */
const parts = (rows: SentRows) => partsBy(rows, ({ fields }) => String(fields.serial), MESSAGE_READINGS);

/**
 * Sends readings of files. An API without the call for files gets them by the call of devices, which has no undoing.
 * @throws ApiError
 */
export async function sendReadings(rows: SentRows, run: ImportRun): Promise<ImportOutcome> {
  let hasImport = true;
  const outcome = await sendParts(parts(rows), run, async (part) => {
    if (hasImport)
      try {
        return outcomeOf(await call(views.readingImport, { body: { ...bodyOf(part), batch: run.key } }), part);
      } catch (error) {
        if (!isNotServed(error)) throw error;
        hasImport = false;
      }
    try {
      return bulkOutcome(await call(views.telemetryMany, { body: { batches: [bodyOf(part)] } }), part);
    } catch (error) {
      if (!isNotServed(error)) throw error;
      throw new ApiError("not-found", {
        fields: [{ field: "readings", id: "unknown", message: words.notServed }],
        cause: error,
      });
    }
  });
  return { ...(hasImport && { batch: run.key }), ...outcome };
}

/** Asks the API what the rows would do. @throws ApiError, also where the API has no such call */
export const foreseeReadings = (rows: SentRows, run: ImportRun): Promise<ImportOutcome> =>
  sendParts(parts(rows), run, async (part) =>
    outcomeOf(await call(views.readingPreview, { body: bodyOf(part) }), part),
  );

/** True when the API has no such call. */
const isNotServed = (error: unknown) => error instanceof ApiError && [404, 405, 501].includes(error.status);

const bodyOf = (rows: readonly GoodRow[]) => ({
  serial: String(rows[0]?.fields.serial),
  readings: rows.map(({ fields }) => {
    const { variable, date, value, depthCm } = ReadingRow.parse(fields);
    return { variable, date, value, depthCm: depthCm ?? null };
  }),
});

/** The answer with lines of the file. */
const outcomeOf = ({ errors, ...counts }: ImportReply, rows: readonly GoodRow[]): ImportOutcome => ({
  ...counts,
  errors: errors.map(({ row, message }) => ({ line: rows[row - 1]?.line ?? row, field: words.value, message })),
});

/** The answer of the call of devices: a refused message is an error of each of its rows. */
function bulkOutcome({ accepted, duplicate, results }: BulkReply, rows: readonly GoodRow[]): ImportOutcome {
  const errors = results.flatMap(({ error, rejected }): RowError[] => {
    if (error !== null)
      return rows.map(({ line }) => ({ line, field: text.device.serial, message: words.refused[error] }));
    return rejected.map((refusal) => ({
      line: rows[refusal.index]?.line ?? refusal.index + 1,
      field: words.value,
      message: refusalWords(refusal.id).what,
    }));
  });
  return { inserted: accepted, duplicate, changed: 0, conflicting: 0, errors };
}

import { views } from "@lamina/shared/calls/views";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import type { GoodRow } from "../importing/import-rows.ts";
import { type ImportOutcome, type ImportRun, partsOf, sendParts } from "../importing/send-parts.ts";

const imports = { watering: views.wateringImport, rain: views.rainImport } as const;

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
  entity: keyof typeof imports,
  rows: readonly GoodRow[],
  { clientId, run, fields }: SendOptions,
): Promise<ImportOutcome> {
  try {
    return await sendParts(partsOf(rows), run, async (part, key) => {
      const body = { clientId, key, rows: part.map((row) => row.fields) };
      const { errors, ...counts } = await call(imports[entity], { body });
      return {
        ...counts,
        errors: errors.map(({ row, field, message }) => ({
          line: part[row - 1]?.line ?? row,
          field: fields.find(({ path }) => path === field)?.label ?? field,
          message,
        })),
      };
    });
  } finally {
    // Also after an interruption, because the sent rows are stored.
    void queryClient.invalidateQueries({ queryKey: [clientId] });
  }
}

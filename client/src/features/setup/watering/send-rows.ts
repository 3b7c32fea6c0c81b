import { views } from "@lamina/shared/views";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import type { ImportOutcome } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";

const imports = { watering: views.wateringImport, rain: views.rainImport } as const;

/**
 * Sends the rows of a file in one call; the API judges each, and its numbers are told as lines of the file.
 * @param fields name the fields that the API refuses
 * @throws ApiError
 */
export async function sendRows(
  entity: keyof typeof imports,
  {
    clientId,
    rows,
    key,
    fields,
  }: { clientId: string; rows: readonly GoodRow[]; key: string; fields: readonly FieldSpec[] },
): Promise<ImportOutcome> {
  const body = { clientId, key, rows: rows.map((row) => row.fields) };
  const { errors, ...counts } = await call(imports[entity], { body });
  await queryClient.invalidateQueries({ queryKey: [clientId] });
  return {
    ...counts,
    errors: errors.map(({ row, field, message }) => ({
      line: rows[row - 1]?.line ?? row,
      field: fields.find(({ path }) => path === field)?.label ?? field,
      message,
    })),
  };
}

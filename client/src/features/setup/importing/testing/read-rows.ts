import type { Mapping, RowReader } from "../import-field.ts";
import { type ImportPreview, rowsInSteps } from "../import-rows.ts";

/** All rows of a table at once. */
export function readRows(file: readonly string[][], reader: RowReader, mapping?: Mapping): ImportPreview {
  const steps = rowsInSteps(reader.arrange?.(file) ?? file, reader, mapping);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

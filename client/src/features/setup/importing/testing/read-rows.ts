import type { Mapping, RowReader } from "../import-field.ts";
import { type GoodRow, type ImportPreview, rowsInSteps } from "../import-rows.ts";

export interface ReadRows extends ImportPreview {
  good: readonly GoodRow[];
}

/** All rows of a table at once. */
export function readRows(file: readonly string[][], reader: RowReader, mapping?: Mapping): ReadRows {
  const steps = rowsInSteps(reader.arrange?.(file) ?? file, reader, mapping);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { ...value, good: [...value.good] };
  }
}

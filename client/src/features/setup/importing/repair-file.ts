import { csvOf } from "../../../ui/export/csv.ts";
import { fileName } from "../../../ui/export/file-name.ts";
import type { ImportPreview, RowError } from "./import-rows.ts";
import { text } from "./text.ts";

/** The bad rows of a file, unchanged, with their errors in an additional column. */
export function repairFile(
  errors: readonly RowError[],
  { cells, mapping }: Pick<ImportPreview, "cells" | "mapping">,
  name: string,
): File {
  const reasons = new Map<number, string[]>();
  for (const { line, field, message } of errors) {
    const sentences = reasons.get(line);
    if (sentences) sentences.push(`${field}: ${message}`);
    else reasons.set(line, [`${field}: ${message}`]);
  }
  const header = mapping.names;
  // A repaired file already has the column.
  const kept = header.flatMap((column, index) => (column === text.problem ? [] : [index]));
  const content = csvOf({
    title: name,
    timeZone: "UTC",
    columns: [...kept.map((index) => header[index] ?? ""), text.problem].map((column) => ({
      header: column,
      kind: "text",
    })),
    rows: [...reasons].map(([line, why]) => [...kept.map((index) => cells[line - 1]?.[index] ?? ""), why.join(" ")]),
  });
  return new File([content], fileName([name, text.repairName], "csv"), { type: "text/csv" });
}

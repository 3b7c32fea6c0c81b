import { csvFile, csvText } from "@lamina/shared/core/csv";
import { fileName } from "../../../ui/export/file-name.ts";
import type { RowReader } from "./import-field.ts";
import { text } from "./text.ts";

/** An empty table with the names of the columns, which imports read as they are. */
export function templateFile({ fields }: RowReader, title: string): File {
  const names = fields.filter(({ path }) => path !== "_id").map(({ label }) => csvText(label));
  return new File([csvFile([names])], fileName([title, text.templateName], "csv"), { type: "text/csv;charset=utf-8" });
}

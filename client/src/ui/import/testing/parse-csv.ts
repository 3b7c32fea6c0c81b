import { csvRows } from "../parse-csv.ts";

/** All cells at once. */
export function parseCsv(text: string): string[][] {
  const rows = csvRows(text);
  for (;;) {
    const { done, value } = rows.next();
    if (done) return value;
  }
}

import { partOf, sameValue } from "../../records/data/shown-value.ts";
import type { ImportField } from "../import-field.ts";
import type { GoodRow, SentRows } from "../import-rows.ts";

type Fields = GoodRow["fields"];

/** A row of the file that says something else than a stored record. */
export interface Contradiction {
  line: number;
  mine: Fields;
  stored: Fields;
  /** The import changes the record. Otherwise it adds the row beside the record. */
  changes: boolean;
}

/** The version that a person chooses for a row; `both` adds it beside the stored record. */
export type Choice = "file" | "stored" | "both";
export type Choices = ReadonlyMap<number, Choice>;

/** The choices of a row. A row that names its record cannot be a second one. */
export const choicesFor = ({ changes }: Contradiction): readonly Choice[] =>
  changes ? ["file", "stored"] : ["both", "file", "stored"];

/** What happens to a row for which the person chooses nothing: no version is lost that the row does not name. */
export const usualChoice = ({ changes }: Contradiction): Choice => (changes ? "file" : "both");

/** The fields of the file in which the two versions differ. */
export const differingFields = ({ mine, stored }: Contradiction, fields: readonly ImportField[]): ImportField[] =>
  fields.filter(({ path }) => {
    const value = partOf(mine, path);
    return path !== "_id" && value !== undefined && !sameValue(value, partOf(stored, path));
  });

/** The rows to send: without those whose stored version stays, and with the record that a row replaces. */
export function chosenRows(rows: SentRows, contradictions: readonly Contradiction[], choices: Choices): SentRows {
  const byLine = new Map(contradictions.map((one) => [one.line, one]));
  const chosen = (row: GoodRow): GoodRow | undefined => {
    const one = byLine.get(row.line);
    const choice = one && (choices.get(row.line) ?? usualChoice(one));
    if (choice === "stored") return undefined;
    // A row that changes its record anyway is compared by the API as a file that rounded it.
    return choice === "file" && one && !one.changes ? { ...row, fields: { ...row.fields, _id: one.stored._id } } : row;
  };
  const left = contradictions.filter((one) => choices.get(one.line) === "stored").length;
  return {
    length: rows.length - left,
    async *[Symbol.asyncIterator]() {
      for await (const row of rows) {
        const sent = chosen(row);
        if (sent) yield sent;
      }
    },
  };
}

import type { UnreadableFile } from "../../../../ui/import/opened-sheet.ts";
import type { Mapping } from "../import-field.ts";
import type { RowError } from "../import-rows.ts";

/** What a page asks of the worker that reads its file. The first message, without an id, has the reader's lists. */
export type Question =
  | { call: "open"; file: File }
  | { call: "suggest"; sheet: number }
  | { call: "look"; sheet: number; mapping: Mapping }
  /** The next rows of a stream; a new stream begins at the first row. */
  | { call: "rows"; stream: number }
  | { call: "repair"; refused: readonly RowError[]; name: string };

/** An answer, the rows that were read until now, or why there is none. */
export type Answer = { id: number } & (
  | { value: unknown }
  | { progress: number }
  | { unreadable: UnreadableFile["reason"] }
  /** Needs what a page alone has, such as the parser of web pages. */
  | { failed: string }
);

import type { FileKind } from "./file-kind.ts";
import type { ZipFault } from "./zip-guard.ts";

/** The tables of a file: one of a text, one of each sheet with content of a workbook. */
export interface OpenedSheet {
  name: string;
  cells: string[][];
}

export type BookKind = Extract<FileKind, "xlsx" | "xlsb" | "ods" | "xls">;

/** A file that is no table, or one that must not be opened. */
export class UnreadableFile extends Error {
  readonly reason:
    | Exclude<FileKind, "text" | "markup" | BookKind>
    | ZipFault
    | ("too-large" | "too-many-cells" | "protected");

  constructor(reason: UnreadableFile["reason"]) {
    super(`not a table: ${reason}`);
    this.reason = reason;
  }
}

import type { dialogs } from "./places-text.ts";

export type ShellDialog = keyof typeof dialogs;

/** A result of the search. */
export interface Target {
  /** Address, or the name of a dialog. Unique. */
  to: string;
  label: string;
  /** What it is: a pivot of a farm, a page. */
  hint: string;
  /** Other words that find it. */
  words?: string;
  /** A dialog of the shell that it opens, instead of its address. */
  dialog?: ShellDialog;
  /** Shown only when its words are searched, because there are many. */
  isAction?: boolean;
}

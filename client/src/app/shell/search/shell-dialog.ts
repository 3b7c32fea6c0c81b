import { createStore } from "../../../core/store.ts";
import type { ShellDialog } from "./target.ts";

/** The dialog of the shell that the search opened. */
export const shellDialog = createStore<ShellDialog | null>(null);

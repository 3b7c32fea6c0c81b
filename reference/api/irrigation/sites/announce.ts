import type { RecordChanged } from "../../core/record-changed.ts";

/** Handles records that irrigation itself wrote, after the commit: marks dependent balances and notifies the other rooms. */
export type Announce = (changes: readonly RecordChanged[]) => Promise<void>;

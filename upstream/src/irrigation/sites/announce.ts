import type { RecordChanged } from "../../core/record-changed.ts";

/** Follows up records that irrigation itself wrote, after the commit: marks what depends on it and notifies the other rooms. */
export type Announce = (changes: readonly RecordChanged[]) => Promise<void>;

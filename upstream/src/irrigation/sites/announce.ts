import type { DomainEvents } from "../../core/events.ts";

/** Follows up a record that irrigation itself wrote, after the commit: marks what depends on it and notifies the other rooms. */
export type Announce = (change: DomainEvents["record"]) => Promise<void>;

import type { WateringFields } from "@lamina/shared/records/irrigation";
import type { RainFields } from "@lamina/shared/records/weather";
import type * as z from "zod";

/** A record made in the field: an irrigation, or the rain of a day. */
export type FieldRecord =
  | { kind: "watering"; fields: z.input<typeof WateringFields> }
  | { kind: "rain"; fields: z.input<typeof RainFields> };

/** A similar record by another user: an ISO moment or day, and the depth. */
export interface PossibleDuplicate {
  at: string;
  mm: number;
}

/** Why an entry waits for the user. */
export type EntryProblem =
  /** The API refuses it: the id of the reason, and the field. */
  | { kind: "refused"; id: string; field?: string }
  /** Another user made a similar record while this one waited. */
  | { kind: "conflict"; twin: PossibleDuplicate };

/** The answer to a sent entry: the API refuses it, stored it, or already had the same record. */
export type SendResult = { problem: EntryProblem } | { stored: "new" | "known" };

/** An entry that has arrived, and when, in ms since the epoch. */
export interface DeliveredEntry {
  entry: OutboxEntry;
  at: number;
  stored: "new" | "known";
}

/** An unsent record, as stored on the device. */
export type OutboxEntry = FieldRecord & {
  /** Created once, on the device. The API accepts each key once, so that a repeated request adds no second record. */
  key: string;
  clientId: string;
  /** The subject of the record, in the words of the screen that made it. */
  label: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Number of attempts to send. After an attempt without an answer it is unknown whether the record arrived. */
  attempts: number;
  problem: EntryProblem | null;
  /** True when the user wants the record in addition to the similar one. */
  confirmed: boolean;
};

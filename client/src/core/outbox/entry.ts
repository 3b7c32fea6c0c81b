import type { WateringFields } from "@lamina/shared/records/irrigation";
import type { RainFields } from "@lamina/shared/records/weather";
import type * as z from "zod";

/** What a person records in the field: an irrigation or the rain of a day. */
export type FieldRecord =
  | { kind: "watering"; fields: z.input<typeof WateringFields> }
  | { kind: "rain"; fields: z.input<typeof RainFields> };

/** A record that somebody else has made of what seems to be the same: an ISO moment or day, and the depth. */
export interface PossibleDuplicate {
  at: string;
  mm: number;
}

/** Why an entry waits for a person's word. */
export type EntryProblem =
  /** The API does not take it: the id of the reason, and the field. */
  | { kind: "refused"; id: string; field?: string }
  /** While it waited, somebody else recorded the same. */
  | { kind: "conflict"; twin: PossibleDuplicate };

/** A record on its way to the API, as kept on the device. */
export type OutboxEntry = FieldRecord & {
  /** Chosen here, once: the API takes a key once only, however often it is sent. */
  key: string;
  clientId: string;
  /** What it is about, in the words of the screen it was made on. */
  label: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** How often it was sent. From the first time on nobody knows whether it arrived, until there is an answer. */
  attempts: number;
  problem: EntryProblem | null;
  /** Its maker wants it beside the one that seems to be the same. */
  confirmed: boolean;
};

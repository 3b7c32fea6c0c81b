import * as z from "zod";
import { storable } from "../core/storable-text.ts";

/**
 * Why a message, a reading or a state of a pivot is not stored. The words and the remedy of each are in `text.ts`; the
 * table is the only one, for all doors. Another API may have further reasons.
 */
const refusals = [
  // The whole message.
  "not-json",
  "not-utf8",
  "message-too-large",
  "too-many-readings",
  "too-many-devices",
  "other-serial",
  "unknown-topic",
  "wrong-shape",
  "lorawan-uplink",
  "no-readings",
  "not-an-uplink",
  "not-decoded",
  "no-serial",
  "unknown-serial",
  "several-devices",
  "not-of-key",
  "no-pivot",
  "device-quota",
  "client-quota",
  // One reading.
  "not-an-object",
  "misspelled-field",
  "missing-field",
  "unknown-variable",
  "no-such-variable",
  "unknown-depth",
  "not-a-date",
  "no-zone",
  "not-a-number",
  "no-value",
  "wrong-unit",
  "wrong-value",
  "clock-skew",
  "too-old",
  "too-large",
  "unstorable",
] as const;
export type RefusalId = (typeof refusals)[number];

/** One refusal: of a reading, by its index in the message, or of the whole message. */
export const Refusal = z.object({
  id: z.string(),
  /** The field at fault, as a path in the message. */
  field: z.string().optional(),
  /** The beginning of the value as sent. */
  sent: z.string().optional(),
  /** Accepted values: names, a form or a limit. */
  expected: z.string().optional(),
});
export interface Refusal {
  id: RefusalId;
  field?: string | undefined;
  sent?: string | undefined;
  expected?: string | undefined;
}

/** The shown part of a value as sent. */
const SHOWN = 60;

/** The beginning of a value as sent, for a refusal. */
export function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return storable(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

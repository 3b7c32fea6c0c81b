import * as z from "zod";
import { Moment } from "../../core/record.ts";

/**
 * What each command but a stop takes of its person, by the client's settings. The password is the fallback of all, the PIN
 * that of a passkey too; a passkey also confirms in place of password and PIN.
 */
export const CommandConfirmation = z.enum(["none", "password", "pin", "passkey"]);
export type CommandConfirmation = z.infer<typeof CommandConfirmation>;

const DIGITS = /^\d{6}$/;

/** Whether a PIN repeats one to three digits, or counts up or down. */
export function isTrivialPin(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10));
  return /^(\d{1,3})\1+$/.test(pin) || (steps.size === 1 && (steps.has(1) || steps.has(9)));
}

/** A PIN for commands as its person chooses it: six digits that are not trivial. */
const CommandPin = z
  .string()
  .regex(DIGITS)
  .refine((pin) => !isTrivialPin(pin), { params: { id: "trivial-pin" } });

/** Body of `POST /User/SetCommandPin`: the current password, as base64 of UTF-8 bytes, and the PIN. */
export const SetCommandPin = z.object({ current: z.string().max(4096), pin: CommandPin });
/** Body of `POST /User/EndCommandPin`: the current password, as base64 of UTF-8 bytes. */
export const EndCommandPin = z.object({ current: z.string().max(4096) });

/** Reply of `GET /User/GetCommandPin`: the caller's. */
export const OwnCommandPin = z.object({
  /** The moment since when it applies; null without a PIN. */
  since: Moment.nullable(),
  /** Until when only the password confirms, after wrong PINs. */
  lockedUntil: Moment.nullable(),
});

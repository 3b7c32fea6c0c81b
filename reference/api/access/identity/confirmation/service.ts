import type { OwnCommandPin } from "@lamina/shared/records/commands/confirmation";
import type * as z from "zod";
import type { Context } from "../../../core/context.ts";
import type { Caller } from "../../../http/caller.ts";
import { auditReasons } from "../../../records/audit/text.ts";
import type { Identity } from "../service.ts";

type Matched = Promise<{ matchedCount: number }>;

/** A person's own PIN for commands. */
interface ConfirmationCalls {
  pin(caller: Caller): Promise<z.output<typeof OwnCommandPin>>;
  /** @throws HttpProblem 400 for a wrong password, 429 */
  setPin(caller: Caller, current: string, pin: string): Matched;
  /** @throws HttpProblem 400 for a wrong password, 429 */
  endPin(caller: Caller, current: string): Matched;
}

export function createConfirmationCalls(
  { database, clock }: Pick<Context, "database" | "clock">,
  { pins, personOf, requirePassword }: Pick<Identity, "pins" | "personOf" | "requirePassword">,
): ConfirmationCalls {
  return {
    async pin(caller) {
      const found = await pins.find((await personOf(caller))._id);
      const isLocked = found?.lockedUntil && found.lockedUntil > clock.now();
      return {
        since: found?.since.toISOString() ?? null,
        lockedUntil: isLocked ? (found.lockedUntil?.toISOString() ?? null) : null,
      };
    },

    async setPin(caller, current, pin) {
      const { _id } = await requirePassword(caller, current);
      await database.transaction((transaction) => pins.set(transaction, _id, caller, pin));
      return { matchedCount: 1 };
    },

    async endPin(caller, current) {
      const { _id } = await requirePassword(caller, current);
      const isEnded = await database.transaction((transaction) =>
        pins.end(transaction, _id, caller, auditReasons.pinEnded),
      );
      return { matchedCount: isEnded ? 1 : 0 };
    },
  };
}

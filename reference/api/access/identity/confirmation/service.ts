import type { OwnCommandPin } from "@lamina/shared/records/commands/confirmation";
import type * as z from "zod";
import type { Context } from "../../../core/context.ts";
import type { Caller } from "../../../http/caller.ts";
import { problems } from "../../../http/problem.ts";
import { auditReasons } from "../../../records/audit/text.ts";
import { decodedPassword } from "../password.ts";
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
  { pins, isOwnPassword }: Pick<Identity, "pins" | "isOwnPassword">,
): ConfirmationCalls {
  function idOf({ userId }: Caller): string {
    if (userId === null) throw problems.tokenRejected();
    return userId;
  }

  async function requirePassword(caller: Caller, current: string): Promise<string> {
    const userId = idOf(caller);
    if (!(await isOwnPassword(caller, decodedPassword("current", current))))
      throw problems.validation([{ field: "current", id: "wrong-password" }]);
    return userId;
  }

  return {
    async pin(caller) {
      const found = await pins.find(idOf(caller));
      const isLocked = found?.lockedUntil && found.lockedUntil > clock.now();
      return {
        since: found?.since.toISOString() ?? null,
        lockedUntil: isLocked ? (found.lockedUntil?.toISOString() ?? null) : null,
      };
    },

    async setPin(caller, current, pin) {
      const userId = await requirePassword(caller, current);
      await database.transaction((transaction) => pins.set(transaction, userId, caller, pin));
      return { matchedCount: 1 };
    },

    async endPin(caller, current) {
      const userId = await requirePassword(caller, current);
      const isEnded = await database.transaction((transaction) =>
        pins.end(transaction, userId, caller, auditReasons.pinEnded),
      );
      return { matchedCount: isEnded ? 1 : 0 };
    },
  };
}

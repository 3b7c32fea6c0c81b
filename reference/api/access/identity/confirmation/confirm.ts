import type { CommandConfirmation } from "@lamina/shared/records/commands/confirmation";
import type { CommandFields } from "@lamina/shared/records/commands/pivot-command";
import type { Caller } from "../../../http/caller.ts";
import { problems } from "../../../http/problem.ts";
import type { Pins } from "./pins.ts";

/**
 * Confirms the person of a command as the client's settings say.
 * @throws HttpProblem 403 without a right proof, 429
 */
export type Confirm = (
  caller: Caller,
  kind: CommandConfirmation,
  proofs: Pick<CommandFields, "password" | "pin">,
) => Promise<void>;

interface Parts {
  pins: Pins;
  isOwnPassword(caller: Caller, password: string): Promise<boolean>;
}

export function createConfirm({ pins, isOwnPassword }: Parts): Confirm {
  return async (caller, kind, { password, pin }) => {
    if (kind === "none") return;
    if (password !== undefined && (await isOwnPassword(caller, password))) return;
    if (password !== undefined || kind === "password") throw problems.confirmPassword();
    await pins.require(caller, pin);
  };
}

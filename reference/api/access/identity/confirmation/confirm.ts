import type { CommandConfirmation } from "@lamina/shared/records/commands/confirmation";
import type { CommandFields } from "@lamina/shared/records/commands/pivot-command";
import type { Caller } from "../../../http/caller.ts";
import { HttpProblem, problems } from "../../../http/problem.ts";
import { passkeyText } from "../../../http/text.ts";
import type { Passkeys } from "../passkeys/passkeys.ts";
import type { Pins } from "./pins.ts";

type Proofs = Pick<CommandFields, "password" | "pin" | "passkey">;

/**
 * Confirms the person of a command as the client's settings say. A refusal has a challenge for the person's passkeys.
 * @throws HttpProblem 403 without a right proof, 429
 */
export type Confirm = (caller: Caller, kind: CommandConfirmation, proofs: Proofs) => Promise<void>;

interface Parts {
  pins: Pins;
  passkeys: Passkeys;
  isOwnPassword(caller: Caller, password: string): Promise<boolean>;
}

export function createConfirm({ pins, passkeys, isOwnPassword }: Parts): Confirm {
  async function requireProof(caller: Caller, kind: CommandConfirmation, proofs: Proofs): Promise<void> {
    const { userId } = caller;
    const { password, pin, passkey } = proofs;
    if (passkey !== undefined) {
      if (userId !== null && (await passkeys.prove({ userId }, "command", passkey))) return;
      throw problems.confirmPasskey();
    }
    if (password !== undefined && (await isOwnPassword(caller, password))) return;
    if (password !== undefined || kind === "password") throw problems.confirmPassword();
    if (kind === "passkey" && pin === undefined) {
      const hasPin = userId !== null && (await pins.find(userId)) !== undefined;
      throw hasPin ? problems.confirmPin(passkeyText.orPin) : problems.confirmPassword(passkeyText.orPassword);
    }
    await pins.require(caller, pin);
  }

  return async (caller, kind, proofs) => {
    if (kind === "none") return;
    try {
      await requireProof(caller, kind, proofs);
    } catch (error) {
      const isRefusal = error instanceof HttpProblem && caller.userId !== null;
      const passkey = isRefusal ? await passkeys.ask(caller.userId ?? "", "command") : undefined;
      throw isRefusal && passkey ? error.with({ passkey }) : error;
    }
  };
}

import type { PasskeyAsk, PasskeyProof } from "@lamina/shared/records/commands/passkey";
import { useState } from "react";
import { isOwnPasskey, rememberPasskey } from "../../platform/passkeys/own-passkeys.ts";
import { provePasskey } from "../../platform/passkeys/passkeys.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Failure } from "../../ui/feedback/failure.tsx";
import { useSubmit } from "../../ui/form/form.tsx";
import { text } from "./text.ts";
import { useCanUsePasskeys } from "./use-passkeys.ts";

interface PasskeyButtonProps {
  /** Null where none is asked for. */
  ask: PasskeyAsk | null;
  /** Whether it shows only where this device has one of the person's. */
  ownOnly?: boolean;
  /** Resolves to false when the server refuses the proof. */
  onProof: (proof: PasskeyProof) => Promise<unknown>;
}

/** Proves the person by the biometry of this device; nothing where it has none. */
export function PasskeyButton({ ask, ownOnly = false, onProof }: PasskeyButtonProps) {
  const can = useCanUsePasskeys();
  const [isFailed, setFailed] = useState(false);
  const { pending, submit } = useSubmit(async () => {
    if (!ask) return;
    setFailed(false);
    const proof = await provePasskey(ask).catch(() => null);
    if (proof === null) return setFailed(true);
    if ((await onProof(proof)) === false) setFailed(true);
    else rememberPasskey(proof.id);
  });
  const isOwn = isOwnPasskey(...(ask?.allowed ?? []).map(({ id }) => id));
  if (!can || !ask || (ownOnly && !isOwn)) return null;
  return (
    <>
      <Button variant={isOwn ? "primary" : "secondary"} wide pending={pending} onClick={() => void submit()}>
        {text.use}
      </Button>
      <Failure>{isFailed && text.notUsed}</Failure>
    </>
  );
}

import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { commandText } from "./command-text.ts";
import type { Proof } from "./use-command.ts";

interface ProofFieldProps {
  proof: Proof;
  value: string;
  onValue: (typed: string) => void;
  onOther: (proof: Proof) => void;
}

/** Asks for the PIN, with the password in its place on request, or for the password. */
export function ProofField({ proof, value, onValue, onOther }: ProofFieldProps) {
  if (proof === "password")
    return (
      <TextField
        label={commandText.password}
        hint={commandText.passwordHint}
        type="password"
        autoComplete="current-password"
        value={value}
        onValue={onValue}
      />
    );
  return (
    <>
      <TextField
        label={commandText.pin}
        hint={commandText.pinHint}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={value}
        onValue={onValue}
      />
      <Button variant="quiet" onClick={() => onOther("password")}>
        {commandText.byPassword}
      </Button>
    </>
  );
}

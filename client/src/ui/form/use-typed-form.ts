import { useState } from "react";
import { useSubmit } from "./form.tsx";

/** Error messages by field; `form` is for the whole form. */
export type Faults<Field extends string> = Partial<Record<Field | "form", string>>;

interface TypedForm<Field extends string> {
  initial: Record<Field, string>;
  /** Errors that are found before anything is sent. */
  check?: (typed: Record<Field, string>) => Faults<Field>;
  send: (typed: Record<Field, string>) => Promise<unknown>;
  /** The errors of a failed call. Rethrows other errors. */
  refusal: (error: unknown) => Faults<Field>;
}

/** A short form of texts with its own checks, such as those of a password. */
export function useTypedForm<Field extends string>({ initial, check, send, refusal }: TypedForm<Field>) {
  const [typed, setTyped] = useState(initial);
  const [faults, setFaults] = useState<Faults<Field>>({});
  const { pending, submit } = useSubmit(async () => {
    const wrong = check?.(typed) ?? {};
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    try {
      await send(typed);
    } catch (error) {
      setFaults(refusal(error));
    }
  });
  const input = (name: Field) => ({
    name,
    value: typed[name],
    error: faults[name],
    // A password manager fills several fields at once.
    onValue: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return { pending, submit, input, failure: faults.form };
}

import { useState } from "react";
import { ApiError, isUnreached } from "../../api/error.ts";
import { useSubmit } from "../../ui/form/form.tsx";
import { text } from "./text.ts";

const TOO_MANY_REQUESTS = 429;

type Field = "current" | "code";

/** Password and code as typed, and the reasons of a refusal by field; `form` is for the whole form. */
export function useFactorForm(required: readonly Field[], send: (typed: Record<Field, string>) => Promise<void>) {
  const [typed, setTyped] = useState<Record<Field, string>>({ current: "", code: "" });
  const [faults, setFaults] = useState<Partial<Record<Field | "form", string>>>({});
  const { pending, submit } = useSubmit(async () => {
    const missing = required.filter((field) => typed[field].trim() === "");
    setFaults(Object.fromEntries(missing.map((field) => [field, text.missing])));
    if (missing.length > 0) return;
    try {
      await send(typed);
    } catch (error) {
      setFaults(faultsOf(error));
    }
  });
  const input = (name: Field) => ({
    name,
    value: typed[name],
    error: faults[name],
    onValue: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return { pending, submit, input, failure: faults.form };
}

/** Rethrows errors that are not failures of a call. */
function faultsOf(error: unknown): Partial<Record<Field | "form", string>> {
  if (!(error instanceof ApiError)) throw error;
  if (isUnreached(error)) return { form: text.network };
  if (error.status === TOO_MANY_REQUESTS) return { form: text.tooMany };
  const named = error.fields.map(({ field, message }) => [field || "form", message ?? text.other]);
  return named.length > 0 ? Object.fromEntries(named) : { form: text.other };
}

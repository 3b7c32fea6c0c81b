import { ApiError, isUnreached } from "../../api/error.ts";
import { type Faults, useTypedForm } from "../../ui/form/use-typed-form.ts";
import { text } from "./text.ts";

const TOO_MANY_REQUESTS = 429;

type Field = "current" | "code";

/** Password and code as typed, and the reasons of a refusal by field; `form` is for the whole form. */
export function useFactorForm(required: readonly Field[], send: (typed: Record<Field, string>) => Promise<void>) {
  return useTypedForm<Field>({
    initial: { current: "", code: "" },
    check: (typed) => {
      const missing = required.filter((field) => typed[field].trim() === "");
      return Object.fromEntries(missing.map((field) => [field, text.missing]));
    },
    send,
    refusal: faultsOf,
  });
}

/** Rethrows errors that are not failures of a call. */
function faultsOf(error: unknown): Faults<Field> {
  if (!(error instanceof ApiError)) throw error;
  if (isUnreached(error)) return { form: text.network };
  if (error.status === TOO_MANY_REQUESTS) return { form: text.tooMany };
  const named = error.fields.map(({ field, message }) => [field || "form", message ?? text.other]);
  return named.length > 0 ? Object.fromEntries(named) : { form: text.other };
}

import { ApiError, isUnreached } from "../../api/error.ts";
import type { Faults } from "../../ui/form/use-typed-form.ts";
import { pinText as text } from "./text.ts";

/** Why a PIN or passkey was not set or removed, by field; `form` is for the whole form. Rethrows errors that are not of a call. */
export function pinFaultsOf(error: unknown): Faults<"current" | "pin"> {
  if (!(error instanceof ApiError)) throw error;
  if (isUnreached(error)) return { form: text.network };
  const named = error.fields.map(({ field, message }) => [field || "form", message ?? text.other]);
  return named.length > 0 ? Object.fromEntries(named) : { form: error.detail || text.other };
}

import { ruleText } from "@lamina/shared/rules/rule-text";
import { ApiError, isUnreached, type RefusedField } from "../../../../api/error.ts";
import { text } from "./text.ts";

const FORBIDDEN = 403;
const CONFLICT = 409;

/** Why the API refused a field: the API's text, or our own. */
export const refusalText = (rule: RefusedField) => rule.message ?? ruleText(rule);

/** The text of a failed write. Rethrows errors that are not failures of a call. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (isUnreached(error)) return text.failures.network;
  const refused = error.fields.map(refusalText);
  if (refused.length > 0) return refused.join(" ");
  // The API's detail explains it: the last administrator, a user of another client, dependent records.
  if (error.detail && (error.status === FORBIDDEN || error.status === CONFLICT)) return error.detail;
  if (error.status === CONFLICT) return text.failures["in-use"];
  return text.failures[error.id as keyof typeof text.failures] ?? text.failures.other;
}

import { readClaims, SET_PASSWORD_ROLE } from "@lamina/shared/access/authentication";
import { Password } from "@lamina/shared/access/user";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { views } from "@lamina/shared/calls/views";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { ApiError, isUnreached } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import type { Faults } from "../../ui/form/use-typed-form.ts";
import { text } from "./text.ts";

const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;
export const SHORTEST = Password.minLength ?? 0;

/** The login with the code did not return a token for setting a password. */
class InvalidCodeError extends Error {}

type Field = "userName" | "code" | "current" | "next" | "repeat";

/** The form's input. `userName` and `code` are used without a password, `current` with one. */
type WrittenPassword = Record<Field, string>;

/** Errors of the fields in use, found before anything is sent. */
export function passwordFaults(written: WrittenPassword, requiredFields: readonly Field[]): Faults<Field> {
  const missing = requiredFields.filter((field) => written[field].trim() === "").map((field) => [field, text.missing]);
  return {
    ...(!Password.safeParse(written.next).success && { next: text.tooShort(SHORTEST) }),
    ...(written.repeat !== written.next && { repeat: text.differs }),
    ...Object.fromEntries(missing),
  };
}

/** Sets a password by code, or changes the user's own one. @throws ApiError */
export async function savePassword({ userName, code, current, next }: WrittenPassword, byCode: boolean): Promise<void> {
  const encoded = encodeBase64(next);
  await (byCode
    ? setByCode(userName.trim(), code.trim(), encoded)
    : call(views.changePassword, { body: { current: encodeBase64(current), next: encoded } }));
}

/** Logs in with the code as the password. The token is valid for this one call only, and is not stored. */
async function setByCode(userName: string, code: string, next: string): Promise<void> {
  const { token } = await call(endpoints.login, { body: { UserName: userName, Password: encodeBase64(code) } });
  if (!readClaims(token)?.roles.includes(SET_PASSWORD_ROLE)) throw new InvalidCodeError();
  await call(views.setPassword, { body: { next }, token }).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === UNAUTHORIZED ? new InvalidCodeError() : error;
  });
}

/** The reason of a failure, by the field that the API names. Rethrows errors that are not failures of a call. */
export function refusal(error: unknown): Faults<Field> {
  if (error instanceof InvalidCodeError) return { code: text.failures.invalidCode };
  if (!(error instanceof ApiError)) throw error;
  if (error.fields.length > 0)
    return Object.fromEntries(error.fields.map(({ field, message }) => [field, message ?? text.failures.other]));
  if (isUnreached(error)) return { form: text.failures.network };
  // The connected API does not have this call.
  if (error.status === NOT_FOUND) return { form: text.failures.lacking };
  return { form: error.status === TOO_MANY_REQUESTS ? text.failures.tooMany : text.failures.other };
}

import { isValid } from "@lamina/shared/access/authentication";
import { LoginRequest, TokenReply } from "@lamina/shared/access/login";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { problems } from "../errors.ts";
import type { LoginOutcome } from "./login-limiter.ts";

/** Rounds of percent-decoding that a careless API could make. */
const MAX_DECODINGS = 3;
/** A name and a password need no more; a deeply nested megabyte would cost 0.2 s. */
const MAX_LOGIN_BYTES = 16_384;

/**
 * Whether an API may take this call for the login. Some read addresses carelessly: a guesser of passwords must not pass
 * the limit by another spelling.
 */
export function isLogin(method: string, path: string): boolean {
  return method === endpoints.login.method && plain(path) === plain(endpoints.login.path);
}

/** A path decoded, in small letters, without path parameters and without slashes at its end. */
function plain(path: string): string {
  let text = path;
  for (let round = 0; round < MAX_DECODINGS; round++) text = decoded(text);
  text = text.replace(/;[^/]*/g, "");
  let end = text.length;
  // A regular expression for slashes at the end takes quadratic time on slashes in the middle.
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end).toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The login that a body asks for, and the body as it is forwarded: what was counted is what the API sees, whatever
 * doubled or differently spelt keys the client sent.
 * @throws ProblemError 400 when it is no login, 413 when it is larger than one can be
 */
export function readLogin(body: unknown): { userName: string; body: Buffer } {
  if (Buffer.isBuffer(body) && body.length > MAX_LOGIN_BYTES) throw problems.bodyTooLarge();
  const login = LoginRequest.safeParse(parseJson(body)).data;
  if (!login) throw problems.badRequest("A login is a JSON object with UserName and Password.");
  return { userName: login.UserName, body: Buffer.from(JSON.stringify(login)) };
}

/** What the API's answer says of the password. An empty token counts as invalid credentials (§5). */
export function loginOutcome(status: number, body: unknown, now: number): LoginOutcome {
  if (status === 401 || status === 403) return "refused";
  if (status < 200 || status > 299) return "unknown";
  const token = TokenReply.safeParse(parseJson(body)).data?.token;
  return isValid(token, now) ? "accepted" : "refused";
}

function parseJson(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString("utf8")) : undefined;
  } catch {
    return undefined;
  }
}

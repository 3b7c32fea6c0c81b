import { isValid } from "@lamina/shared/access/authentication";
import { LoginRequest, TokenReply } from "@lamina/shared/access/login";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { ProblemId } from "@lamina/shared/core/errors";
import { Problem } from "@lamina/shared/core/problem";
import { problems } from "../errors.ts";
import type { LoginOutcome } from "./login-limiter.ts";

/** Rounds of percent-decoding that a careless API may apply. */
const MAX_DECODINGS = 3;
/** Enough for a name and a password; parsing a deeply nested megabyte takes 0.2 s. */
const MAX_LOGIN_BYTES = 16_384;

/**
 * Whether an API may treat this call as the login. Some APIs normalize URLs, so another spelling must not bypass the
 * limit.
 */
export function isLogin(method: string, path: string): boolean {
  return method === endpoints.login.method && plain(path) === plain(endpoints.login.path);
}

/** The path decoded, in lower case, without path parameters and trailing slashes. */
function plain(path: string): string {
  let text = path;
  for (let round = 0; round < MAX_DECODINGS; round++) text = decoded(text);
  text = text.replace(/;[^/]*/g, "");
  let end = text.length;
  // A regular expression for trailing slashes takes quadratic time on slashes in the middle.
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

interface ReadLogin {
  userName: string;
  device: string | undefined;
  body: Buffer;
}

/**
 * Reads a login, and rebuilds the body that is forwarded, so that duplicate or differently spelt keys cannot hide
 * another user from the count.
 * @param takesDevice whether the API has a use for the key of the device; otherwise it is not sent there
 * @throws ProblemError 400 when it is no login, 413 when it is too large
 */
export function readLogin(body: unknown, takesDevice: boolean): ReadLogin {
  if (Buffer.isBuffer(body) && body.length > MAX_LOGIN_BYTES) throw problems.bodyTooLarge();
  const login = LoginRequest.safeParse(parseJson(body)).data;
  if (!login) throw problems.badRequest("A login is a JSON object with UserName and Password.");
  const { Device, ...plain } = login;
  const forwarded = takesDevice ? login : plain;
  return { userName: login.UserName, device: Device, body: Buffer.from(JSON.stringify(forwarded)) };
}

/**
 * The verdict on the password in the API's response. An empty token counts as invalid credentials (§5). A right password
 * that needs a code is no verdict yet; a wrong code is a failure.
 */
export function loginOutcome(status: number, body: unknown, now: number): LoginOutcome {
  if (status === 401 && Problem.safeParse(parseJson(body)).data?.id === ProblemId.secondFactorNeeded) return "unknown";
  if (status === 401 || status === 403) return "refused";
  if (status < 200 || status > 299) return "unknown";
  // A gateway's page, as in a maintenance, says nothing about the password.
  if (Buffer.isBuffer(body) && /^\ufeff?\s*</.test(body.toString("utf8", 0, 64))) return "unknown";
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

import { isValid } from "@lamina/shared/authentication";
import { LoginRequest, TokenReply } from "@lamina/shared/login";
import { problems } from "../errors.ts";
import type { LoginOutcome } from "./login-limiter.ts";

/**
 * The login that a body asks for, and the body as it goes on: what was counted is what the API sees, whatever
 * doubled or differently spelt keys the client sent.
 * @throws ProblemError 400 when it is no login
 */
export function readLogin(body: unknown): { userName: string; body: Buffer } {
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

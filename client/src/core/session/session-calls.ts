import type { LoginRequest } from "@lamina/shared/access/login";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { call } from "../../api/http.ts";
// Imported here, because the login is an event too and comes before the realtime connection.
import "../../api/request-events.ts";

/** `POST /Authentication/Login`: the token, empty for invalid credentials. */
export async function requestLogin(body: LoginRequest): Promise<string> {
  return (await call(endpoints.login, { body })).token;
}

/** `POST /Authentication/RenewToken`: the new token. */
export async function requestRenewal(): Promise<string> {
  return (await call(endpoints.renewToken)).token;
}

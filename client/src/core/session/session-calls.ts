import { endpoints } from "@lamina/shared/endpoints";
import type { LoginRequest } from "@lamina/shared/login";
import { call } from "../../api/http.ts";

/** `POST /Authentication/Login`: the token, empty for invalid credentials. */
export async function requestLogin(body: LoginRequest): Promise<string> {
  return (await call(endpoints.login, { body })).token;
}

/** `POST /Authentication/RenewToken`: the new token. */
export async function requestRenewal(): Promise<string> {
  return (await call(endpoints.renewToken)).token;
}

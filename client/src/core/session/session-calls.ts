import type { LoginRequest } from "@lamina/shared/access/login";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { call } from "../../api/http.ts";
// Imported here, because the login is an event too and comes before the realtime connection.
import "../../api/request-events.ts";
import { randomKey } from "../../platform/random-key.ts";
import { deviceStorage } from "../../platform/storage.ts";
import { hasFeature } from "../runtime-config/has-feature.ts";
import { text } from "../text.ts";

const DEVICE_KEY = "login-device";

/** `POST /Authentication/Login`: the token, empty for invalid credentials. */
export async function requestLogin(body: LoginRequest): Promise<string> {
  const device = hasFeature("known-devices") ? { Device: ownDevice() } : {};
  return (await call(endpoints.login, { body: { ...body, ...device } })).token;
}

/** The key of this browser or app. It stays after the logout, because it opens nothing. */
function ownDevice(): string {
  const stored = deviceStorage.read(DEVICE_KEY);
  if (stored !== null && stored.length === randomKey().length) return stored;
  const made = randomKey();
  deviceStorage.write(DEVICE_KEY, made);
  return made;
}

/** `POST /Authentication/RenewToken`: the new token. */
export async function requestRenewal(): Promise<string> {
  return (await call(endpoints.renewToken)).token;
}

/** `POST /Authentication/Logout`. A failure leaves a token that expires by itself. */
export async function requestLogout(token: string): Promise<void> {
  // Loaded at the logout, because the login page needs none of these calls.
  const { accountCalls } = await import("@lamina/shared/calls/views/account");
  await call(accountCalls.logout, { token }).catch((error: unknown) => console.warn(text.logoutFailed, error));
}

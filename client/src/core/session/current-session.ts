import { endpoints } from "@lamina/shared/endpoints";
import { call } from "../../api/http.ts";
import { now } from "../../platform/clock.ts";
import { isOnline, onWake } from "../../platform/lifecycle.ts";
import { withLock } from "../../platform/locks.ts";
import { page } from "../../platform/page.ts";
import { deviceStorage, onDeviceStorageChange, tabStorage } from "../../platform/storage.ts";
import { createSession, TOKEN_KEY } from "./session.ts";

/** The session of this page. */
export const session = createSession({
  storage: deviceStorage,
  tabStorage,
  now,
  isOnline,
  withLock,
  reload: page.reload,
  requestLogin: async (body) => (await call(endpoints.login, { body })).token,
  requestRenewal: async () => (await call(endpoints.renewToken)).token,
});

onDeviceStorageChange(TOKEN_KEY, session.changedElsewhere);
onWake(session.wake);

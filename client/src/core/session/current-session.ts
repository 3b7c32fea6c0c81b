import { connectCredentials } from "../../api/credentials.ts";
import { now } from "../../platform/clock.ts";
import { isOnline, onWake } from "../../platform/lifecycle.ts";
import { withLock } from "../../platform/locks.ts";
import { page } from "../../platform/page.ts";
import { deviceStorage, onDeviceStorageChange, tabStorage } from "../../platform/storage.ts";
import { createSession, TOKEN_KEY } from "./session.ts";

/** The calls of the API, which the login page shows itself without. */
const calls = () => import("./session-calls.ts");

/** The session of this page. */
export const session = createSession({
  storage: deviceStorage,
  tabStorage,
  now,
  isOnline,
  withLock,
  reload: page.reload,
  requestLogin: async (body) => (await calls()).requestLogin(body),
  requestRenewal: async () => (await calls()).requestRenewal(),
});

let missing = session.logout;

/** Says what a call without a token leads to (§8); before the page has an address to lead to, the session ends. */
export function onMissingToken(leave: () => void): void {
  missing = leave;
}

// Here, and not where the page is put together: the first loader calls before that is done.
connectCredentials({ token: session.token, missing: () => missing(), refused: session.refused });
onDeviceStorageChange(TOKEN_KEY, session.changedElsewhere);
onWake(session.wake);

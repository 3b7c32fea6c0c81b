import { connectCredentials } from "../../api/credentials.ts";
import { issuerNow } from "../../platform/clock.ts";
import { isOnline, onWake } from "../../platform/lifecycle.ts";
import { withLock } from "../../platform/locks.ts";
import { page } from "../../platform/page.ts";
import { deviceStorage, onDeviceStorageChange, tabStorage } from "../../platform/storage.ts";
import { hasFeature, lacksFeature } from "../runtime-config/has-feature.ts";
import { createSession, TOKEN_KEY } from "./session.ts";

/** The calls of the API. Loaded late, because the login page can be shown without them. */
const calls = () => import("./session-calls.ts");

export const session = createSession({
  storage: deviceStorage,
  tabStorage,
  now: issuerNow,
  isOnline,
  withLock,
  reload: page.reload,
  opensOffline: page.opensOffline,
  requestLogin: async (body) => (await calls()).requestLogin(body),
  requestRenewal: async () => (await calls()).requestRenewal(),
  hasCodes: () => !lacksFeature("first-access"),
  requestLogout: (token) => {
    if (hasFeature("logout")) void calls().then(({ requestLogout }) => requestLogout(token));
  },
});

let missing = session.logout;

/** Sets the handler of calls without a token (§8). By default such a call ends the session. */
export function onMissingToken(leave: () => void): void {
  missing = leave;
}

// Connected here, because the first loader calls the API before the parts of the page are joined.
connectCredentials({ token: session.token, missing: () => missing(), refused: session.refused });
onDeviceStorageChange(TOKEN_KEY, session.changedElsewhere);
onWake(session.wake);

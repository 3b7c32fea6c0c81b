import { useStore } from "../store.ts";
import { session } from "./current-session.ts";
import type { SessionState } from "./session-state.ts";

const actions = {
  login: session.login,
  enterCode: session.enterCode,
  enterPasskey: session.enterPasskey,
  dropChallenge: session.dropChallenge,
  enterWith: session.enterWith,
  logout: session.logout,
  closeAlert: session.closeAlert,
  rememberUserName: session.rememberUserName,
};

/** The session of this page and its actions for screens. */
export function useSession(): SessionState & typeof actions {
  return { ...useStore(session.state), ...actions };
}

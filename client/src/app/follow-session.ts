import type { DataRouter } from "react-router-dom";
import type { Session } from "../core/session/session.ts";

/** Addresses that need no login (§2). */
const PUBLIC_PATHS = ["/login", "/policy", "/unsubscribe", "/logout"];

/**
 * Navigates on the session's transitions (§4): after login to /home, after logout over /logout to /login, so that the
 * address shows the logout (readings, 25). Returns a stop function.
 */
export function followSession(router: DataRouter, session: Pick<Session, "state">): () => void {
  let wasLoggedIn = session.state.get().user !== null;
  return session.state.subscribe(() => {
    const loggedIn = session.state.get().user !== null;
    if (loggedIn === wasLoggedIn) return;
    wasLoggedIn = loggedIn;
    // During the first navigation the loader of the route decides.
    if (!router.state.initialized) return;
    const { pathname } = router.state.location;
    if (!loggedIn && !PUBLIC_PATHS.includes(pathname)) void router.navigate("/logout", { replace: true });
    if (loggedIn && pathname === "/login" && router.state.navigation.state === "idle") void router.navigate("/home");
  });
}

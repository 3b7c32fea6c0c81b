import type { Session } from "../core/session/session.ts";

/**
 * Erases what belongs to the session from the device when the session ends (readings, 5a), also one that ended while the
 * page was closed. Returns how to stop.
 */
export function eraseAfterSession({ state }: Pick<Session, "state">): () => void {
  // Loaded late, because the login page does without the database.
  const erase = () => void import("./erase-device.ts").then(({ eraseDevice }) => eraseDevice());
  let wasLoggedIn = state.get().user !== null;
  if (!wasLoggedIn) erase();
  return state.subscribe(() => {
    const loggedIn = state.get().user !== null;
    if (wasLoggedIn && !loggedIn) erase();
    wasLoggedIn = loggedIn;
  });
}

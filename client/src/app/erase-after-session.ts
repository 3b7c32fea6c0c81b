import type { Session } from "../core/session/session.ts";

/**
 * Erases the data of the session from the device when the session ends (readings, 5a), also when it ended while the
 * page was closed. Returns a stop function.
 */
export function eraseAfterSession({ state }: Pick<Session, "state">): () => void {
  // Imported late, because the login page does not need the database.
  const erase = () => void import("./erase-device.ts").then(({ eraseDevice }) => eraseDevice());
  let wasLoggedIn = state.get().user !== null;
  if (!wasLoggedIn) erase();
  return state.subscribe(() => {
    const loggedIn = state.get().user !== null;
    if (wasLoggedIn && !loggedIn) erase();
    wasLoggedIn = loggedIn;
  });
}

import type { Session } from "../core/session/session.ts";
import { DATABASE_NAME } from "../platform/store/database-name.ts";
import { within } from "../platform/within.ts";

/**
 * Erases the data of the session from the device when the session ends (readings, 5a), also when it ended while the
 * page was closed. Returns a stop function.
 */
export function eraseAfterSession({ state, token }: Pick<Session, "state" | "token">): () => void {
  // Imported late, because the login page does not need the database.
  const isOver = () => state.get().user === null;
  const erase = () => void import("./erase-device.ts").then(({ eraseDevice }) => eraseDevice(isOver, lastToken));
  let wasLoggedIn = state.get().user !== null;
  let lastToken = wasLoggedIn ? token() : null;
  if (!wasLoggedIn) void mayHoldData().then((may) => may && erase());
  return state.subscribe(() => {
    const loggedIn = state.get().user !== null;
    if (wasLoggedIn && !loggedIn) erase();
    wasLoggedIn = loggedIn;
    if (loggedIn) lastToken = token();
  });
}

/**
 * Whether a session may have left data here: the first of them makes the database. The code that erases them comes with
 * the whole shell, and would hold up the login page of a new visitor.
 */
async function mayHoldData(): Promise<boolean> {
  try {
    // A list that does not come counts as one with data.
    return (await within(indexedDB.databases(), [{ name: DATABASE_NAME }])).some(({ name }) => name === DATABASE_NAME);
  } catch {
    // A browser that does not list them.
    return true;
  }
}

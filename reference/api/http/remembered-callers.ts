import type { Clock } from "../core/clock.ts";
import type { Events } from "../core/events.ts";
import type { Caller } from "./caller.ts";
import type { Authenticate } from "./router.ts";

/** How long a caller is not looked up again. A session that ended elsewhere may send for this long. */
const REMEMBERED_MS = 1_000;
const MAX_REMEMBERED = 1_000;

/** The same authentication for calls that one token makes by the hundred: looks a caller up once a second. */
export function rememberCallers(
  authenticate: Authenticate,
  { events, clock }: { events: Pick<Events, "onAnywhere">; clock: Clock },
): Authenticate {
  const entries = new Map<string, { caller: Promise<Caller>; until: number }>();
  events.onAnywhere(["record"], ({ entity }) => {
    if (entity === "User" || entity === "UsersGroup" || entity === "Client") entries.clear();
  });
  return (token) => {
    const now = clock.now().getTime();
    const remembered = entries.get(token);
    if (remembered && now < remembered.until) return remembered.caller;
    if (entries.size >= MAX_REMEMBERED) entries.clear();
    const caller = authenticate(token);
    const entry = { caller, until: now + REMEMBERED_MS };
    entries.set(token, entry);
    caller.catch(() => entries.get(token) === entry && entries.delete(token));
    return caller;
  };
}

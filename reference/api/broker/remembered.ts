import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Clock } from "../core/clock.ts";
import type { Events } from "../core/events.ts";
import type { RecordEntity } from "../core/record-changed.ts";

/** Loaded values of clients, until a record that they are made of changes. */
interface Remembered<Value> {
  of(clientId: string): Promise<Value>;
  /** Forgets all, because notices of other processes may have been lost. */
  clear(): void;
}

/** So that nothing stays for ever, whichever notice was lost. */
const KEPT_MS = MINUTE_MS;
const MAX_CLIENTS = 1_000;

/** Loads a value of a client once, and again after a change of these kinds of records by any process. */
export function rememberByClient<Value>(
  { events, clock }: { events: Pick<Events, "onAnywhere">; clock: Clock },
  entities: ReadonlySet<RecordEntity>,
  load: (clientId: string) => Promise<Value>,
): Remembered<Value> {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  events.onAnywhere(["record"], ({ entity }) => {
    if (entity !== undefined && entities.has(entity)) entries.clear();
  });
  return {
    of(clientId) {
      const now = clock.now().getTime();
      const previous = entries.get(clientId);
      if (previous && now < previous.until) return previous.value;
      if (entries.size >= MAX_CLIENTS) entries.clear();
      const entry = { value: load(clientId), until: now + KEPT_MS };
      entries.set(clientId, entry);
      entry.value.catch(() => entries.get(clientId) === entry && entries.delete(clientId));
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}

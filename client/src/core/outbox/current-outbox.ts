import { queryClient } from "../../api/query-client.ts";
import { now } from "../../platform/clock.ts";
import { database, OUTBOX_BYTES } from "../../platform/database.ts";
import { isOnline, onWake } from "../../platform/lifecycle.ts";
import { withLock } from "../../platform/locks.ts";
import { randomKey } from "../../platform/random-key.ts";
import type { OutboxEntry } from "./entry.ts";
import { createOutbox } from "./outbox.ts";
import { findPossibleDuplicate, sendEntry } from "./send.ts";

/** Names of the entities that a record becomes. */
const ENTITY = { watering: "Watering", rain: "Rain" } as const;

/** The records of this page's user that are on their way. */
export const outbox = createOutbox({
  archive: database,
  maxBytes: OUTBOX_BYTES,
  withLock,
  now,
  isOnline,
  newKey: randomKey,
  send: sendEntry,
  findPossibleDuplicate: (entry) => findPossibleDuplicate(entry, now()),
  onDelivered,
});

/** Shows what the record has changed before the record itself leaves the screen. */
function onDelivered({ clientId, kind }: OutboxEntry): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: [clientId],
    predicate: ({ meta }) => meta?.entities?.includes(ENTITY[kind]) ?? false,
  });
}

/** Sends what the user of this name has recorded, whenever it can; returns how to stop. */
export function startOutbox(userName: string): () => void {
  const stops = [outbox.start(userName), onWake(outbox.wake)];
  return () => {
    for (const stop of stops) stop();
  };
}

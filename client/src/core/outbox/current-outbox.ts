import { views } from "@lamina/shared/calls/views";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { queryClient } from "../../api/query-client.ts";
import { now } from "../../platform/clock.ts";
import { database, OUTBOX_BYTES } from "../../platform/database.ts";
import { isOnline, onWake } from "../../platform/lifecycle.ts";
import { withLock } from "../../platform/locks.ts";
import { randomKey } from "../../platform/random-key.ts";
import type { OutboxEntry } from "./entry.ts";
import { createOutbox } from "./outbox.ts";
import { createSealedArchive } from "./sealed-archive.ts";
import { findPossibleDuplicate, sendEntry } from "./send.ts";

/** Names of the entities that a record becomes. */
const ENTITY = { watering: "Watering", rain: "Rain" } as const;

const NOT_FOUND = 404;

/** Records of users, each sealed with the key that the API gives them at their login. */
export const sealedArchive = createSealedArchive(database, async () => {
  try {
    return (await call(views.deviceKey)).key;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
});

/** The records of this page's user that are on their way. */
export const outbox = createOutbox({
  archive: sealedArchive,
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
  const unlock = () => sealedArchive.unlock(userName).catch(() => {});
  const stops = [outbox.start(userName, unlock()), onWake(() => void unlock().then(outbox.wake))];
  return () => {
    for (const stop of stops) stop();
  };
}

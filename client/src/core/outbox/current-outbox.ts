import { views } from "@lamina/shared/calls/views";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { queryClient } from "../../api/query-client.ts";
import { now } from "../../platform/clock.ts";
import { database, OUTBOX_BYTES } from "../../platform/database.ts";
import { isOnline, onWake } from "../../platform/lifecycle.ts";
import { withLock } from "../../platform/locks.ts";
import { randomKey } from "../../platform/random-key.ts";
import { toast } from "../../ui/feedback/toast.tsx";
import type { OutboxEntry } from "./entry.ts";
import { createOutbox } from "./outbox.ts";
import { sentWords } from "./record-words.ts";
import { createSealedArchive } from "./sealed-archive.ts";
import { findPossibleDuplicate, sendEntry } from "./send.ts";

/** The entity of each kind of record. */
const ENTITY = { watering: "Watering", rain: "Rain" } as const;

const NOT_FOUND = 404;

/** The stored records of users, each encrypted with the key that the API sends at that user's login. */
export const sealedArchive = createSealedArchive(database, async () => {
  try {
    return (await call(views.deviceKey)).key;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
});

/** The unsent records of this page's user. */
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
  onSent: (delivered) => toast(sentWords(delivered)),
});

/** Refetches the queries that show the record, before the record leaves the list of unsent ones. */
function onDelivered({ clientId, kind }: OutboxEntry): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: [clientId],
    predicate: ({ meta }) => meta?.entities?.includes(ENTITY[kind]) ?? false,
  });
}

/** Sends the records of the user of this name as soon as it can. Returns a stop function. */
export function startOutbox(userName: string): () => void {
  const unlock = () => sealedArchive.unlock(userName).catch(() => {});
  const stops = [outbox.start(userName, unlock()), onWake(() => void unlock().then(outbox.wake))];
  return () => {
    for (const stop of stops) stop();
  };
}

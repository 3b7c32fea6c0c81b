import { views } from "@lamina/shared/calls/views";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { queryClient } from "../../api/query-client.ts";
import { clockSkewMs, now } from "../../platform/clock.ts";
import { isOnline, onWake } from "../../platform/lifecycle.ts";
import { withLock } from "../../platform/locks.ts";
import { randomKey } from "../../platform/random-key.ts";
import { OUTBOX_BYTES, OUTBOX_PHOTO_BYTES, strictDatabase } from "../../platform/store/database.ts";
import { isStoreSilent, onStoreChange } from "../../platform/store/device-store.ts";
import { toast } from "../../ui/feedback/toast.tsx";
import { drafts } from "../drafts/drafts.ts";
import type { DeliveredEntry, OutboxEntry } from "./entry.ts";
import { askToKeep } from "./kept.ts";
import { createOutbox } from "./outbox.ts";
import { sentWords } from "./record-words.ts";
import { createSealedArchive } from "./sealed-archive.ts";
import { findPossibleDuplicate, sendEntry } from "./send.ts";
import { text } from "./text.ts";

/** The entity of each kind of record. */
const ENTITY = {
  run: "Watering",
  watering: "Watering",
  rain: "Rain",
  note: "FieldNote",
  "note-edit": "FieldNote",
  "note-removal": "FieldNote",
  out: "OutOfService",
  back: "OutOfService",
  alert: "Notification",
} as const;

const NOT_FOUND = 404;

/** The stored records of users, each encrypted with the key that the API sends at that user's login. */
export const sealedArchive = createSealedArchive(strictDatabase, async () => {
  try {
    return (await call(views.deviceKey)).key;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
});

export const outbox = createOutbox({
  archive: sealedArchive,
  maxBytes: OUTBOX_BYTES,
  maxPhotoBytes: OUTBOX_PHOTO_BYTES,
  withLock,
  now,
  clockSkewMs,
  isOnline,
  newKey: randomKey,
  send: sendEntry,
  findPossibleDuplicate: (entry) => findPossibleDuplicate(entry, now()),
  onDelivered,
  onSent: report,
  onStored: askToKeep,
});

/** Says what became of the sent records, and apart from them of the last act on each alert, which can be undone. */
function report(delivered: readonly DeliveredEntry[]): void {
  const idOf = ({ entry }: DeliveredEntry) => (entry.kind === "alert" ? entry.fields._id : null);
  const records = delivered.filter((one) => idOf(one) === null);
  if (records.length > 0) toast(sentWords(records));
  // Newest first.
  const acts = delivered.filter(
    (one) => idOf(one) !== null && delivered.find((other) => idOf(other) === idOf(one)) === one,
  );
  for (const act of acts) toast(sentWords([act]), undoOf(act));
}

/** Name of the draft of what was done about an alert. */
export const doneDraft = (alertId: string) => `alert:${alertId}`;

/** The undo of an alert that was resolved: it opens again, with the text that was typed. */
function undoOf({ entry, stored }: DeliveredEntry) {
  if (entry.kind !== "alert" || stored === "known") return undefined;
  const { clientId, label, fields } = entry;
  if (fields.act !== "resolve") return undefined;
  const { _id, note = "" } = fields;
  return {
    label: text.undo,
    onClick: () => {
      drafts.save(doneDraft(_id), { note });
      void outbox.add({ clientId, label }, { kind: "alert", fields: { _id, act: "reopen" } });
    },
  };
}

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
  const wake = () => void unlock().then(outbox.wake);
  const stops = [
    outbox.start(userName, unlock()),
    onWake(wake),
    onStoreChange(() => {
      if (!isStoreSilent()) wake();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

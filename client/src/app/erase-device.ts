import { eraseSnapshot } from "../api/snapshot.ts";
import { NOTIFICATIONS_KEY } from "../core/notifications/notification-center.ts";
import { sealedArchive } from "../core/outbox/current-outbox.ts";
import { database } from "../platform/database.ts";
import { eraseShared } from "../platform/share-file.ts";

/**
 * Erases the data of the session from the device: stored answers, notifications, names, shared files (readings, 5a).
 * Unsent records stay, because they belong to their user. They can only be read with the key that comes with that user's
 * login.
 */
export async function eraseDevice(): Promise<void> {
  await eraseSnapshot();
  await database.remove(NOTIFICATIONS_KEY);
  await sealedArchive.lock();
  await eraseShared();
}

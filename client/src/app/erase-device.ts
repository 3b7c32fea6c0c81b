import { eraseSnapshot } from "../api/snapshot.ts";
import { NOTIFICATIONS_KEY } from "../core/notifications/notification-center.ts";
import { sealedArchive } from "../core/outbox/current-outbox.ts";
import { database } from "../platform/database.ts";

/**
 * Erases from the device what belongs to the session: kept answers, notifications, names (readings, 5a). Records that were
 * not sent yet stay, because they belong to their user; without the key that comes with the login nobody reads them.
 */
export async function eraseDevice(): Promise<void> {
  await eraseSnapshot();
  await database.remove(NOTIFICATIONS_KEY);
  await sealedArchive.lock();
}

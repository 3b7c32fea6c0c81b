import { eraseSnapshot } from "../api/snapshot.ts";
import { NOTIFICATIONS_KEY } from "../core/notifications/notification-center.ts";
import { sealedArchive } from "../core/outbox/current-outbox.ts";
import { endPush } from "../core/push/registration.ts";
import { showBadge } from "../platform/notifications/web-push.ts";
import { eraseShared } from "../platform/share-file.ts";
import { strictDatabase } from "../platform/store/database.ts";
import { isStoreSilent, onStoreChange } from "../platform/store/device-store.ts";
import { within } from "../platform/within.ts";
import { text } from "./shell/text.ts";

/**
 * Erases the data of the session from the device: stored answers, notifications, names, shared files (readings, 5a).
 * Unsent records stay, because they belong to their user. They can only be read with the key that comes with that user's
 * login. A store that does not answer is erased when it answers, if the erasing `isNeeded` still.
 * `token`: of the session that is over, if the page knows it.
 */
export async function eraseDevice(isNeeded: () => boolean, token: string | null): Promise<void> {
  // At the same time, because one that hangs must not stop the others.
  const outcomes = await Promise.allSettled(
    [
      eraseSnapshot(),
      strictDatabase.removeRange(NOTIFICATIONS_KEY),
      sealedArchive.lock(),
      eraseShared(),
      endPush(token),
    ].map((erasing) => within(erasing, undefined)),
  );
  showBadge(0);
  for (const outcome of outcomes) if (outcome.status === "rejected") console.warn(text.notErased, outcome.reason);
  if (!isStoreSilent()) return;
  const stop = onStoreChange(() => {
    stop();
    if (isNeeded()) void eraseDevice(isNeeded, token);
  });
}

import type { Visitor } from "./visitor.ts";

declare global {
  var recordedNotifications: ShownNotification[];
  /** Of two notifications with one tag the browser shows one. */
  var recordedTags: (string | undefined)[];
  /** True where a journey has put its own subscription into the browser. */
  var recordsPush: boolean | undefined;
}

interface ShownNotification {
  title: string;
  body: string;
}

/** Grants the permission and records the page's notifications, because headless Chromium does not show them. */
export async function recordNotifications({ context }: Visitor): Promise<void> {
  await context.grantPermissions(["notifications"]);
  await context.addInitScript(() => {
    const shown: { title: string; body: string }[] = [];
    globalThis.recordedNotifications = shown;
    globalThis.recordedTags = [];
    // A blank page has neither of the two.
    if (!isSecureContext) return;
    // Without a profile Chromium has no push, and logs an error when it is asked.
    if (!globalThis.recordsPush) Reflect.deleteProperty(globalThis, "PushManager");
    const record = (title: string, options?: NotificationOptions) => {
      shown.push({ title, body: options?.body ?? "" });
      globalThis.recordedTags.push(options?.tag);
    };
    globalThis.Notification = new Proxy(globalThis.Notification, {
      construct(target, [title, options]: [string, NotificationOptions?]) {
        record(title, options);
        return new target(title, options);
      },
    });
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = function show(title, options) {
      record(title, options);
      return showNotification.call(this, title, options);
    };
  });
}

/** The notifications of the page since the recording began. */
export function shownNotifications({ page }: Visitor): Promise<ShownNotification[]> {
  return page.evaluate(() => globalThis.recordedNotifications);
}

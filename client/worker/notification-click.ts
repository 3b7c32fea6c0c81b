declare const self: ServiceWorkerGlobalScope;

// A tap on a notification brings the app to the front.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link, alert }: NotificationData = event.notification.data ?? {};
  // The page takes the alert, because it has the token, and a store for what cannot be sent yet.
  event.waitUntil(openApp(event.action === "take" && alert ? withTake(link ?? "/home", alert) : link));
});

/** What a notification of the app carries: a path of the app, and the id of an alert. */
export interface NotificationData {
  link?: string | undefined;
  alert?: string | undefined;
}

function withTake(link: string, alert: string): string {
  const [path = "", fragment] = link.split("#");
  const whole = `${path}${path.includes("?") ? "&" : "?"}assumir=${encodeURIComponent(alert)}`;
  return fragment === undefined ? whole : `${whole}#${fragment}`;
}

async function openApp(link: string | undefined): Promise<unknown> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ focused }) => focused) ?? windows[0];
  if (!shown) return self.clients.openWindow(link ?? "/home");
  // The page goes there by itself, because a load would lose typed text.
  if (link) shown.postMessage({ type: "notification-opened", link });
  return shown.focus();
}

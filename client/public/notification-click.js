// Part of the service worker (`importScripts` in vite.config.ts): a tap on a notification brings the app to the front.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link, alert } = event.notification.data ?? {};
  // The page takes the alert, because it has the token, and a store for what cannot be sent yet.
  event.waitUntil(openApp(event.action === "take" && alert ? withTake(link ?? "/home", alert) : link));
});

function withTake(link, alert) {
  const [path, fragment] = link.split("#");
  const whole = `${path}${path.includes("?") ? "&" : "?"}assumir=${encodeURIComponent(alert)}`;
  return fragment === undefined ? whole : `${whole}#${fragment}`;
}

async function openApp(link) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ focused }) => focused) ?? windows[0];
  if (!shown) return self.clients.openWindow(link ?? "/home");
  // The page goes there by itself, because a load would lose what is typed.
  if (link) shown.postMessage({ type: "notification-opened", link });
  return shown.focus();
}

// Part of the service worker (`importScripts` in vite.config.ts): a tap on a notification brings the app to the front.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openApp(event.notification.data?.link));
});

async function openApp(link) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ focused }) => focused) ?? windows[0];
  if (!shown) return self.clients.openWindow(link ?? "/home");
  // The page goes there by itself, because a load would lose what is typed.
  if (link) shown.postMessage({ type: "notification-opened", link });
  return shown.focus();
}

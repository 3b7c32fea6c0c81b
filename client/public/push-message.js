// Part of the service worker (`importScripts` in vite.config.ts): shows a message that came by push.
self.addEventListener("push", (event) => {
  event.waitUntil(showPushed(event.data?.json() ?? { text: "(mensagem sem texto)" }));
});

/** A page in the background shows a message before the server pushes it. */
const RECENT_MS = 60_000;
const ACTIONS = [
  { action: "take", title: "Assumir" },
  { action: "open", title: "Ver" },
];
let count = 0;

async function showPushed({ text, link, alert }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const visible = windows.filter(({ visibilityState }) => visibilityState === "visible");
  if (visible.length > 0) {
    // The page lists it, if its own connection did not bring it.
    for (const page of visible) page.postMessage({ type: "message-pushed", text, link });
    return;
  }
  const shown = await self.registration.getNotifications();
  const same = shown.find(
    ({ body, data, timestamp }) => body === text && !data?.pushed && Date.now() - timestamp < RECENT_MS,
  );
  count += 1;
  await self.registration.showNotification("Mensagem", {
    body: text,
    // Two messages are two, also with one text.
    tag: same?.tag ?? `push ${Date.now()} ${count}`,
    silent: same !== undefined,
    icon: "/icon-192.png",
    lang: "pt-BR",
    data: { link, pushed: true, alert },
    ...(alert && { actions: ACTIONS }),
  });
  await self.navigator.setAppBadge?.(same ? shown.length : shown.length + 1);
}

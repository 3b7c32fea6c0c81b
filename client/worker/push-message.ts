import type { NotificationData } from "./notification-click.ts";

declare const self: ServiceWorkerGlobalScope;
declare global {
  interface Notification {
    /** When it was shown, in ms; the library's types lack it because Safari does. */
    readonly timestamp: number;
  }
}

/** A message as the BFF pushes it. */
interface Pushed extends Pick<NotificationData, "link" | "alert"> {
  text: string;
}

// Shows a message that came by push.
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

async function showPushed({ text, link, alert }: Pushed): Promise<void> {
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
    data: { link, pushed: true, alert } satisfies NotificationData,
    ...(alert && { actions: ACTIONS }),
  });
  await self.navigator.setAppBadge?.(same ? shown.length : shown.length + 1);
}

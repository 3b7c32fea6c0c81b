import type { NotificationData } from "./notification-click.ts";

declare const self: ServiceWorkerGlobalScope;
/** A message as the BFF pushes it. */
interface Pushed extends Pick<NotificationData, "link" | "alert"> {
  /** A page has the message under the same id. */
  id: string;
  text: string;
}

// Shows a message that came by push.
self.addEventListener("push", (event) => {
  event.waitUntil(showPushed(event.data?.json() ?? { id: `push ${Date.now()}`, text: "(mensagem sem texto)" }));
});

const ACTIONS = [
  { action: "take", title: "Assumir" },
  { action: "open", title: "Ver" },
];

async function showPushed({ id, text, link, alert }: Pushed): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const visible = windows.filter(({ visibilityState }) => visibilityState === "visible");
  if (visible.length > 0) {
    // The page lists it, if its own connection did not bring it.
    for (const page of visible) page.postMessage({ type: "message-pushed", id, text, link });
    return;
  }
  const shown = await self.registration.getNotifications();
  // A page in the background shows it before the server pushes it.
  const isShown = shown.some(({ tag }) => tag === id);
  await self.registration.showNotification("Mensagem", {
    body: text,
    tag: id,
    silent: isShown,
    icon: "/icon-192.png",
    lang: "pt-BR",
    data: { link, alert } satisfies NotificationData,
    ...(alert && { actions: ACTIONS }),
  });
  await self.navigator.setAppBadge?.(isShown ? shown.length : shown.length + 1);
}

import type { PushAddress } from "@lamina/shared/messages/push";

type WebAddress = Extract<PushAddress, { kind: "web" }>;

/** Whether this browser can get messages with the app closed. On iOS only an app on the home screen can. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis;
}

/**
 * The address of this browser for the server with this key. Subscribes where there is none, or one for another server.
 * @returns undefined without a service worker
 */
export async function subscribePush(publicKey: string): Promise<WebAddress | undefined> {
  const manager = (await navigator.serviceWorker.getRegistration())?.pushManager;
  if (!manager) return undefined;
  const existing = await manager.getSubscription();
  const isOurs = existing !== null && encoded(existing.options.applicationServerKey) === publicKey;
  if (existing && !isOurs) await existing.unsubscribe();
  const subscription = isOurs
    ? existing
    : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const p256dh = encoded(subscription.getKey("p256dh"));
  const auth = encoded(subscription.getKey("auth"));
  return { kind: "web", endpoint: subscription.endpoint, keys: { p256dh, auth } };
}

/** Ends the subscription of this browser, so that its push service refuses further messages (410). */
export async function unsubscribePush(): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** A message that came by push. */
export interface PushedMessage {
  /** The id that the page's own connection names as `ack`. */
  id: string | undefined;
  text: string;
  link: string | null;
}

/** Calls `listener` with a message that came by push while the page was seen. Returns a stop function. */
export function onWebPushed(listener: (message: PushedMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<(Partial<PushedMessage> & { type?: string }) | null>) => {
    if (data?.type === "message-pushed" && data.text)
      listener({ id: data.id, text: data.text, link: data.link ?? null });
  };
  navigator.serviceWorker?.addEventListener("message", hear);
  return () => navigator.serviceWorker?.removeEventListener("message", hear);
}

/** Shows a number on the icon of an installed app, where the system has one. */
export function showBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // A browser refuses it where the app is not installed.
  shown.catch(() => undefined);
}

function encoded(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

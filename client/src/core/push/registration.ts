import type { PushAddress } from "@lamina/shared/messages/push";
import { pushCalls } from "../../api/push.ts";
import { loadRuntimeConfig } from "../../api/runtime-config.ts";
import { appStored } from "../../platform/app-update.ts";
import { deviceNotifications, onPermissionAnswer } from "../../platform/notifications/notifications.ts";
import { ownPushId, PUSH_ID_KEY } from "../../platform/notifications/own-push-id.ts";
import { canPush, subscribePush, unsubscribePush } from "../../platform/notifications/web-push.ts";
import { isNative } from "../../platform/platform.ts";
import { deviceStorage } from "../../platform/storage.ts";
import { session } from "../session/current-session.ts";
import { text } from "./text.ts";

let registering: Promise<void> = Promise.resolve();
/** The phone's plugin is imported on first use, so that browsers do not load it. */
const nativePush = () => import("../../platform/notifications/native-push.ts");

/**
 * Registers this device for messages with the app closed: at the start of a session, with each renewed token, and when the
 * permission is granted. Returns a stop function.
 */
export function startPush(): () => void {
  let { user } = session.state.get();
  const register = () => {
    registering = registering.then(registerDevice).catch((error: unknown) => console.warn(text.notRegistered, error));
  };
  const stops = [
    onPermissionAnswer(register),
    session.state.subscribe(() => {
      const renewed = session.state.get().user;
      if (renewed && renewed !== user) register();
      user = renewed;
    }),
  ];
  register();
  return () => {
    for (const stop of stops) stop();
  };
}

async function addressOfPhone(): Promise<PushAddress | undefined> {
  const { canPushNatively, phoneService, subscribeNatively } = await nativePush();
  if (!canPushNatively() || !(await loadRuntimeConfig()).push?.[phoneService()]) return undefined;
  return subscribeNatively();
}

async function addressOfBrowser(): Promise<PushAddress | undefined> {
  if (!canPush()) return undefined;
  const key = (await loadRuntimeConfig()).push?.web?.publicKey;
  if (key === undefined) return undefined;
  await appStored();
  return subscribePush(key);
}

async function registerDevice(): Promise<void> {
  if ((await (await deviceNotifications()).permission()) !== "granted") return;
  const address = await (isNative() ? addressOfPhone() : addressOfBrowser());
  const token = session.token();
  // The session may have ended in the meantime.
  if (!address || token === null) return;
  deviceStorage.write(PUSH_ID_KEY, await pushCalls.register(address));
  if (session.token() === null) await endPush(token);
}

/** Ends push on this device: at the BFF with the token of the session that is over, if it is known, and in the browser. */
export async function endPush(token: string | null): Promise<void> {
  const id = ownPushId();
  if (id === null) return;
  deviceStorage.remove(PUSH_ID_KEY);
  // At the same time, because the page reloads soon.
  const unsubscribed = isNative() ? (await nativePush()).unsubscribeNatively() : unsubscribePush();
  const ends = [unsubscribed, ...(token === null ? [] : [pushCalls.remove(id, token)])];
  for (const outcome of await Promise.allSettled(ends))
    if (outcome.status === "rejected") console.warn(text.notEnded, outcome.reason);
}

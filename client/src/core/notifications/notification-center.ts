import { MINUTE_MS } from "@lamina/shared/core/time";
import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import { jsonFields } from "@lamina/shared/messages/json-fields";
import { appPath, messageText } from "@lamina/shared/messages/message-text";
import { NotificationMessage } from "@lamina/shared/records/alert";
import { now } from "../../platform/clock.ts";
import type {
  DeviceNotification,
  DeviceNotifications,
  NotificationPermissionState,
} from "../../platform/notifications/device-notifications.ts";
import type { PushedMessage } from "../../platform/notifications/web-push.ts";
import { byteLength, MESSAGES_BYTES } from "../../platform/store/database.ts";
import { messageToast } from "../../ui/feedback/toast.tsx";
import type { Realtime, TopicMessage } from "../realtime/realtime.ts";
import { createStore, type Store } from "../store.ts";
import { text as words } from "./text.ts";

/** Longest wait for the stored messages, which a browser may never answer. */
const RESTORE_MS = 2_000;
/** Maximum messages in the list. The device stores as many as fit into {@link MESSAGES_BYTES}. */
export const MAX_NOTIFICATIONS = 100;
/** A message that is listed this long before its push is the same. */
const PUSHED_MS = MINUTE_MS;
/** Key of the received notifications on the device. */
export const NOTIFICATIONS_KEY = "notifications";

/** A received message. */
export interface ReceivedNotification {
  /** Date and text, with a number from the second such message on: two equal messages are two (readings, 26). */
  id: string;
  text: string;
  /** The broker's message as received, for code that knows its shape. */
  message: unknown;
  /** ISO-8601. */
  date: string;
  read: boolean;
  /** The id that its publisher gave it. */
  messageId?: string | undefined;
  /** The id of its push. */
  pushId?: string | undefined;
}

export interface NotificationsState {
  /** Newest first, at most {@link MAX_NOTIFICATIONS}. */
  items: readonly ReceivedNotification[];
  permission: NotificationPermissionState;
  /** False until the permission was read. */
  isPermissionKnown: boolean;
}

interface NotificationCenter {
  state: Store<NotificationsState>;
  /** Listens for the user of this name. Returns a stop function. */
  start(userName: string): () => void;
  /** Asks for permission. Call it from a click. */
  request(): Promise<void>;
  /** Reads the permission again. */
  refresh(): Promise<void>;
  /** Shows a message that came by push to a page that the user sees, unless the page's own connection has brought it. */
  pushed(message: PushedMessage): void;
  markAllRead(): void;
}

/** The stored messages. They belong to the last user. */
interface StoredMessages {
  userName: string;
  items: readonly ReceivedNotification[];
}

/** Stores received messages beyond the life of the page. */
interface Archive {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
}

export function createNotificationCenter(deps: {
  realtime: Pick<Realtime, "subscribe" | "shownBehind">;
  device(): Promise<DeviceNotifications>;
  /** Id of this device at the server, which pushes messages to it; null unless it is registered. */
  ownPushId(): string | null;
  archive: Archive;
}): NotificationCenter {
  const state = createStore<NotificationsState>({ items: [], permission: "prompt", isPermissionKnown: false });
  let owner = "";
  let restored = Promise.resolve();
  let prepared = Promise.resolve();

  const setPermission = (permission: NotificationPermissionState) =>
    state.set({ ...state.get(), permission, isPermissionKnown: true });

  function setItems(items: readonly ReceivedNotification[]): void {
    state.set({ ...state.get(), items: items.slice(0, MAX_NOTIFICATIONS) });
    const messages: StoredMessages = { userName: owner, items: newestWithin(MESSAGES_BYTES, state.get().items) };
    void deps.archive.set(NOTIFICATIONS_KEY, messages);
  }

  async function receive(received: TopicMessage): Promise<void> {
    const { message, date, json, id: messageId, retained, ack: pushId } = received;
    const userName = owner;
    // Only such a message may be listed already.
    if (retained || messageId !== undefined) await Promise.race([restored, pause(RESTORE_MS)]);
    if (userName !== owner) return;
    const text = messageText(message, messageJson(json)) ?? words.noText;
    const { items } = state.get();
    if (items.some((item) => isSame(item, text, received))) return;
    const id = freeId(`${date} ${text}`, items);
    const link = pathOf(message);
    setItems([{ id, text, message, date, read: false, messageId, pushId }, ...items]);
    messageToast({
      title: words.title,
      message: text,
      link: link === undefined ? undefined : { to: link, label: words.open },
    });
    show({ title: words.title, body: text, tag: pushId ?? id, link }, pushId).catch((error: unknown) =>
      console.error(words.showFailed, error),
    );
  }

  async function show(notification: DeviceNotification, pushId: string | undefined): Promise<void> {
    // A phone may be asking its user now.
    await prepared;
    const device = await deps.device();
    if ((await device.permission()) !== "granted") return;
    await device.show(notification);
    const own = deps.ownPushId();
    if (pushId !== undefined && own !== null) deps.realtime.shownBehind(pushId, own);
  }

  async function refresh(): Promise<void> {
    setPermission(await (await deps.device()).permission());
  }

  async function request(): Promise<void> {
    try {
      setPermission(await (await deps.device()).request());
    } catch (error) {
      await refresh();
      throw error;
    }
  }

  async function prepare(): Promise<void> {
    try {
      const device = await deps.device();
      await device.prepare();
      await refresh();
      const { permission } = state.get();
      // After a denial, requests no permission and reports the denial (§4).
      if (permission === "denied" || (permission === "prompt" && device.asksAtStart)) await request();
    } catch (error) {
      console.error(words.startFailed, error);
    }
  }

  /** Lists this user's stored messages again. Overwrites another user's. */
  async function restore(userName: string): Promise<void> {
    const storedMessages = await deps.archive.get<StoredMessages>(NOTIFICATIONS_KEY);
    if (userName !== owner) return;
    const received = new Set(state.get().items.map((item) => item.id));
    const items = storedMessages?.userName === userName ? storedMessages.items : [];
    setItems([...state.get().items, ...items.filter((item) => !received.has(item.id))]);
  }

  return {
    state,
    start(userName) {
      owner = userName;
      state.set({ ...state.get(), items: [] });
      restored = restore(userName);
      prepared = prepare();
      const unsubscribe = deps.realtime.subscribe(NOTIFICATIONS_TOPIC, (message) => void receive(message));
      return () => {
        // A read that completes after the end of the session is not stored again.
        owner = "";
        unsubscribe();
      };
    },
    request,
    refresh,
    pushed(message) {
      const at = now();
      const { id, ...shown } = message;
      // A page gets no id while its server does not know the device yet.
      const isListed = ({ text, date, pushId }: ReceivedNotification) =>
        pushId !== undefined && id !== undefined
          ? pushId === id
          : text === shown.text && at - Date.parse(date) < PUSHED_MS;
      if (owner === "" || state.get().items.some(isListed)) return;
      void receive({ message: shown, date: new Date(at).toISOString(), ack: id });
    },
    markAllRead() {
      setItems(state.get().items.map((item) => (item.read ? item : { ...item, read: true })));
    },
  };
}

/** Whether a message that may come again is the listed one. Other messages never are (readings, 26). */
function isSame(item: ReceivedNotification, text: string, { date, id, retained, ack }: TopicMessage): boolean {
  if (ack !== undefined && item.pushId === ack) return true;
  if (item.text !== text) return false;
  if (retained && !retained.dated) return true;
  return item.date === date && (retained !== undefined || (id !== undefined && item.messageId === id));
}

function freeId(wantedId: string, items: readonly ReceivedNotification[]): string {
  let id = wantedId;
  for (let count = 2; items.some((item) => item.id === id); count++) id = `${wantedId} #${count}`;
  return id;
}

/** The path of the app that a message names. */
function pathOf(message: unknown): string | undefined {
  return appPath(NotificationMessage.safeParse(message).data?.link);
}

/** The message in the JSON of its frame. */
function messageJson(frame: string | undefined): string | undefined {
  return frame && jsonFields(frame).find(([name]) => name === "message")?.[1];
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The newest items that fit into `bytes`. */
function newestWithin(bytes: number, items: readonly ReceivedNotification[]): readonly ReceivedNotification[] {
  let free = bytes;
  return items.filter((item) => {
    const size = byteLength(item) + 1;
    if (size > free) return false;
    free -= size;
    return true;
  });
}

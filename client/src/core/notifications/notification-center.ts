import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import { byteLength, MESSAGES_BYTES } from "../../platform/database.ts";
import type { DeviceNotifications, NotificationPermissionState } from "../../platform/device-notifications.ts";
import type { Realtime, TopicMessage } from "../realtime/realtime.ts";
import { createStore, type Store } from "../store.ts";
import { messageText } from "./message-text.ts";

/** Title of every notification (§7). */
const NOTIFICATION_TITLE = "Mensagem";
/** As many messages are listed, and kept on the device as far as {@link MESSAGES_BYTES} go. */
export const MAX_NOTIFICATIONS = 100;
/** Key of the received notifications on the device. */
export const NOTIFICATIONS_KEY = "notifications";

/** A received message. */
export interface ReceivedNotification {
  /** Date and text: the same message is the same notification. */
  id: string;
  text: string;
  /** What the broker carried, for who knows its shape. */
  message: unknown;
  /** ISO-8601. */
  date: string;
  read: boolean;
}

export interface NotificationsState {
  /** Newest first, at most {@link MAX_NOTIFICATIONS}. */
  items: readonly ReceivedNotification[];
  permission: NotificationPermissionState;
}

interface NotificationCenter {
  state: Store<NotificationsState>;
  /** Listens for the user of this name; returns how to stop. */
  start(userName: string): () => void;
  /** Asks for permission; call from a click. */
  request(): Promise<void>;
  markAllRead(): void;
}

/** What is kept on the device: of the last user alone. */
interface Kept {
  userName: string;
  items: readonly ReceivedNotification[];
}

/** Where received messages outlive the page. */
interface Archive {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
}

export function createNotificationCenter(deps: {
  realtime: Pick<Realtime, "subscribe">;
  device(): Promise<DeviceNotifications>;
  archive: Archive;
}): NotificationCenter {
  const state = createStore<NotificationsState>({ items: [], permission: "prompt" });
  let owner = "";

  function setItems(items: readonly ReceivedNotification[]): void {
    state.set({ ...state.get(), items: items.slice(0, MAX_NOTIFICATIONS) });
    const kept: Kept = { userName: owner, items: newestWithin(MESSAGES_BYTES, state.get().items) };
    void deps.archive.set(NOTIFICATIONS_KEY, kept);
  }

  function receive({ message, date }: TopicMessage): void {
    const text = messageText(message);
    const id = `${date} ${text}`;
    const { items } = state.get();
    if (items.some((item) => item.id === id)) return;
    setItems([{ id, text, message, date, read: false }, ...items]);
    show({ title: NOTIFICATION_TITLE, body: text, tag: id }).catch((error: unknown) =>
      console.error("Falha ao mostrar a notificação", error),
    );
  }

  async function show(notification: { title: string; body: string; tag: string }): Promise<void> {
    await (await deps.device()).show(notification);
  }

  async function prepare(): Promise<void> {
    try {
      const device = await deps.device();
      await device.prepare();
      state.set({ ...state.get(), permission: await device.permission() });
    } catch (error) {
      console.error("Falha ao iniciar as notificações", error);
    }
  }

  /** Lists again what this user has received; what another one left is written over. */
  async function restore(userName: string): Promise<void> {
    const kept = await deps.archive.get<Kept>(NOTIFICATIONS_KEY);
    if (userName !== owner) return;
    const received = new Set(state.get().items.map((item) => item.id));
    const items = kept?.userName === userName ? kept.items : [];
    setItems([...state.get().items, ...items.filter((item) => !received.has(item.id))]);
  }

  return {
    state,
    start(userName) {
      owner = userName;
      state.set({ ...state.get(), items: [] });
      void restore(userName);
      void prepare();
      return deps.realtime.subscribe(NOTIFICATIONS_TOPIC, receive);
    },
    async request() {
      const device = await deps.device();
      try {
        state.set({ ...state.get(), permission: await device.request() });
      } catch (error) {
        state.set({ ...state.get(), permission: await device.permission() });
        throw error;
      }
    },
    markAllRead() {
      setItems(state.get().items.map((item) => (item.read ? item : { ...item, read: true })));
    },
  };
}

/** The items that fit, the newest first. */
function newestWithin(bytes: number, items: readonly ReceivedNotification[]): readonly ReceivedNotification[] {
  let free = bytes;
  return items.filter((item) => {
    const size = byteLength(item) + 1;
    if (size > free) return false;
    free -= size;
    return true;
  });
}

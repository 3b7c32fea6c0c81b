import { NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import { byteLength, MESSAGES_BYTES } from "../../platform/database.ts";
import type {
  DeviceNotifications,
  NotificationPermissionState,
} from "../../platform/notifications/device-notifications.ts";
import type { Realtime, TopicMessage } from "../realtime/realtime.ts";
import { createStore, type Store } from "../store.ts";
import { messageText } from "./message-text.ts";
import { text as words } from "./text.ts";

/** Title of every notification (§7). */
const NOTIFICATION_TITLE = "Mensagem";
/** At most this many messages are listed. The device stores as many as fit into {@link MESSAGES_BYTES}. */
export const MAX_NOTIFICATIONS = 100;
/** Key of the received notifications on the device. */
export const NOTIFICATIONS_KEY = "notifications";

/** A received message. */
export interface ReceivedNotification {
  /** Date and text. Messages with the same id are shown once. */
  id: string;
  text: string;
  /** The broker's message as it came, for code that knows its shape. */
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
  /** Listens for the user of this name. Returns a stop function. */
  start(userName: string): () => void;
  /** Asks for permission. Call it from a click. */
  request(): Promise<void>;
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
  realtime: Pick<Realtime, "subscribe">;
  device(): Promise<DeviceNotifications>;
  archive: Archive;
}): NotificationCenter {
  const state = createStore<NotificationsState>({ items: [], permission: "prompt" });
  let owner = "";

  function setItems(items: readonly ReceivedNotification[]): void {
    state.set({ ...state.get(), items: items.slice(0, MAX_NOTIFICATIONS) });
    const stored: StoredMessages = { userName: owner, items: newestWithin(MESSAGES_BYTES, state.get().items) };
    void deps.archive.set(NOTIFICATIONS_KEY, stored);
  }

  function receive({ message, date }: TopicMessage): void {
    const text = messageText(message);
    const id = `${date} ${text}`;
    const { items } = state.get();
    if (items.some((item) => item.id === id)) return;
    setItems([{ id, text, message, date, read: false }, ...items]);
    show({ title: NOTIFICATION_TITLE, body: text, tag: id }).catch((error: unknown) =>
      console.error(words.showFailed, error),
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
      console.error(words.startFailed, error);
    }
  }

  /** Lists this user's stored messages again. Overwrites another user's. */
  async function restore(userName: string): Promise<void> {
    const stored = await deps.archive.get<StoredMessages>(NOTIFICATIONS_KEY);
    if (userName !== owner) return;
    const received = new Set(state.get().items.map((item) => item.id));
    const items = stored?.userName === userName ? stored.items : [];
    setItems([...state.get().items, ...items.filter((item) => !received.has(item.id))]);
  }

  return {
    state,
    start(userName) {
      owner = userName;
      state.set({ ...state.get(), items: [] });
      void restore(userName);
      void prepare();
      const unsubscribe = deps.realtime.subscribe(NOTIFICATIONS_TOPIC, receive);
      return () => {
        // What is read after the end of the session is not stored again.
        owner = "";
        unsubscribe();
      };
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

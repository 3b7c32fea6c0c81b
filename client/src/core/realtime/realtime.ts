import { FORMS_NO_TOPIC, MQTT_NOT_CONNECTED } from "@lamina/shared/core/errors";
import type { BrokerState, ServerFrame } from "@lamina/shared/messages/realtime";
import { createStore, type Store } from "../store.ts";
import { type ConnectionDeps, createConnection } from "./connection.ts";

/** A message of a subscribed topic. `date` is ISO-8601. */
export interface TopicMessage {
  message: unknown;
  date: string;
  /** JSON of the frame, only when parsing may have changed its numbers. */
  json?: string | undefined;
  /** The id that its publisher gave it. */
  id?: string | undefined;
  /** Only when the broker had stored it; `dated`: the date is the publisher's. */
  retained?: { dated: boolean } | undefined;
  /** The id of its push, if the user has a device. */
  ack?: string | undefined;
  /** The user's open pages that got it, if several and known. */
  pages?: number | undefined;
}

/** Both links, because a farm behind a dead broker is not offline (§4). */
export interface RealtimeState {
  /** Page to BFF. */
  link: BrokerState;
  /** BFF to broker. Closed while its state is unknown. */
  broker: BrokerState;
  /** State of the subscriptions. `waiting`: not all are granted yet. `refused`: the broker refused a topic. */
  topics: "granted" | "waiting" | "refused";
}

/** Topics over one connection. */
export interface Realtime {
  state: Store<RealtimeState>;
  start(): void;
  stop(): void;
  /** Reconnects at once, or checks that an open link still answers. */
  wake(): void;
  /** Authenticates with the current token (after a renewal). */
  authenticate(): void;
  /**
   * Calls `handler` for each message of a topic, across reconnections. Returns a function that unsubscribes it.
   * @throws Error 'mqtt client not connected' when realtime has not been started (§8)
   */
  subscribe(topic: string, handler: (message: TopicMessage) => void): () => void;
  /**
   * Does nothing for a user who can have no topics, which was logged at the login.
   * @throws Error 'mqtt client not connected' unless both links are up (§8)
   */
  publish(topic: string, message: unknown): void;
  /** Tells the server that this device has shown a message with the app in the background, so that it gets no push. */
  shownBehind(ack: string, device: string): void;
  /** Calls `listener` when the link is back after a loss. Returns a function that removes it. */
  onReconnect(listener: () => void): () => void;
}

/** More digits than a number of JavaScript has, or an exponent, which may be out of its range. */
const CHANGED_NUMBER = /\d{16}|\de[+-]?\d/i;

/**
 * A refused subscription is logged with its topic (§8). A missing broker is only a warning, because it is part of the
 * state and recovers by itself.
 */
function report(error: string, topic: string | undefined): void {
  const words = topic === undefined ? error : `${error}: ${topic}`;
  if (error === MQTT_NOT_CONNECTED) console.warn(words);
  else console.error(words);
}

export function createRealtime(deps: Omit<ConnectionDeps, "link" | "frame">): Realtime {
  const state = createStore<RealtimeState>({ link: "closed", broker: "closed", topics: "waiting" });
  const handlers = new Map<string, Set<(message: TopicMessage) => void>>();
  /** The broker's answer for each topic. */
  const answers = new Map<string, "granted" | "refused">();
  const reconnectListeners = new Set<() => void>();
  let started = false;
  let wasConnected = false;
  /** Why this user has no topics at all (readings, 16), said once: the name does not change with a reconnection. */
  let identityRefusal: string | undefined;

  const connection = createConnection({
    ...deps,
    link(link) {
      if (link !== "connected") answers.clear();
      update({ link, broker: link === "connected" ? state.get().broker : "closed" });
      if (link !== "connected") return;
      for (const topic of handlers.keys()) connection.send({ type: "subscribe", topic });
      if (wasConnected) for (const listener of [...reconnectListeners]) listener();
      wasConnected = true;
    },
    frame: receive,
    question() {
      // The server answers it from memory, and changes nothing.
      const topic = [...handlers.keys()].find((name) => answers.get(name) === "granted");
      return topic === undefined ? undefined : { type: "subscribe", topic };
    },
  });

  function update(change: Partial<RealtimeState>): void {
    const topicAnswers = [...handlers.keys()].map((topic) => answers.get(topic));
    const topics = topicAnswers.includes("refused")
      ? "refused"
      : topicAnswers.includes(undefined)
        ? "waiting"
        : "granted";
    state.set({ ...state.get(), topics, ...change });
  }

  function receive(frame: ServerFrame, json: string): void {
    switch (frame.type) {
      case "state":
        // After the broker reconnects, the server subscribes again and sends new answers.
        if (frame.state !== "connected") answers.clear();
        update({ broker: frame.state });
        break;
      case "subscribed":
        if (answers.get(frame.topic) === "granted") break;
        answers.set(frame.topic, "granted");
        update({});
        break;
      case "message": {
        const { topic, type: _type, ...message } = frame;
        const { ack } = message;
        // A page in the background is no proof that its user has seen the message.
        if (ack !== undefined && deps.isShown()) connection.send({ type: "acknowledge", ack });
        const exact = CHANGED_NUMBER.test(json) ? json : undefined;
        for (const handler of [...(handlers.get(topic) ?? [])]) {
          handler({ ...message, message: frame.message, json: exact });
        }
        break;
      }
      case "error":
        if (frame.error !== identityRefusal) report(frame.error, frame.topic);
        if (frame.error.endsWith(FORMS_NO_TOPIC)) identityRefusal = frame.error;
        if (frame.topic !== undefined && handlers.has(frame.topic) && frame.error !== MQTT_NOT_CONNECTED) {
          answers.set(frame.topic, "refused");
          update({});
        }
        break;
    }
  }

  return {
    state,
    start() {
      started = true;
      connection.start();
    },
    stop() {
      started = false;
      wasConnected = false;
      identityRefusal = undefined;
      connection.stop();
    },
    wake: connection.wake,
    authenticate: connection.authenticate,
    subscribe(topic, handler) {
      if (!started) throw new Error(MQTT_NOT_CONNECTED);
      const existing = handlers.get(topic);
      const listening = existing ?? new Set();
      // The same handler may be subscribed twice, and each subscription ends separately.
      const ownHandler = (message: TopicMessage) => handler(message);
      listening.add(ownHandler);
      if (!existing) {
        handlers.set(topic, listening);
        connection.send({ type: "subscribe", topic });
        update({});
      }
      return () => {
        listening.delete(ownHandler);
        if (listening.size > 0 || handlers.get(topic) !== listening) return;
        handlers.delete(topic);
        answers.delete(topic);
        connection.send({ type: "unsubscribe", topic });
        update({});
      };
    },
    publish(topic, message) {
      if (identityRefusal !== undefined) return;
      const connected = state.get().broker === "connected" && connection.send({ type: "publish", topic, message });
      if (!connected) throw new Error(MQTT_NOT_CONNECTED);
    },
    shownBehind(ack, device) {
      if (!deps.isShown()) connection.send({ type: "acknowledge", ack, device });
    },
    onReconnect(listener) {
      reconnectListeners.add(listener);
      return () => reconnectListeners.delete(listener);
    },
  };
}

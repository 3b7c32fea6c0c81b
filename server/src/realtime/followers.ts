import { MINUTE_MS } from "@lamina/shared/core/time";
import { ALL_SESSIONS, buildTopic, NOTIFICATIONS_TOPIC, type TopicParts } from "@lamina/shared/messages/broker";
import type { ReceivedMessage } from "./received-message.ts";
import type { Lease, Subscriptions } from "./subscriptions.ts";

/** Another leg of the bridge, beside the sockets. */
export interface Follower {
  /** A notification for all sessions of the user has arrived. Returns the id that a page acknowledges. */
  arrived(message: ReceivedMessage): string;
  /** A page that the user sees has the notification of this id; with `device`, only that device has shown it. */
  acknowledged(ack: string, device: string | undefined): void;
}

/** Pause before a topic that the broker denied is subscribed again. */
const DENIED_MS = 10 * MINUTE_MS;

/** Observes the notifications of users without any page. */
export class Followers {
  readonly #subscriptions: Subscriptions<unknown>;
  readonly #followers = new Map<string, Follower>();

  constructor(subscriptions: Subscriptions<unknown>) {
    this.#subscriptions = subscriptions;
  }

  /**
   * Subscribes the user's topic at the broker until the returned function is called. A user has one follower.
   * @throws RangeError when the name cannot form a topic
   */
  follow(userName: string, follower: Follower): () => void {
    const topic = buildTopic({ userName, session: ALL_SESSIONS, topic: NOTIFICATIONS_TOPIC });
    this.#followers.set(userName, follower);
    let again: NodeJS.Timeout | undefined;
    let lease: Lease;
    const observe = () => {
      lease = this.#subscriptions.add(topic, {
        // The message came by `arrived`, once for all observers.
        receive() {},
        granted() {},
        unanswered() {},
        refused() {
          again = setTimeout(observe, DENIED_MS).unref();
        },
      });
    };
    observe();
    return () => {
      clearTimeout(again);
      this.#followers.delete(userName);
      lease.release();
    };
  }

  /** Returns the id of a message that a page may acknowledge. A stored one is not new. */
  arrived({ userName, session, topic }: TopicParts, message: ReceivedMessage, retained: boolean): string | undefined {
    if (session !== ALL_SESSIONS || topic !== NOTIFICATIONS_TOPIC || retained) return undefined;
    return this.#followers.get(userName)?.arrived(message);
  }

  acknowledged(userName: string, ack: string, device: string | undefined): void {
    this.#followers.get(userName)?.acknowledged(ack, device);
  }
}

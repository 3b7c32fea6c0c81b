import { BROKER_QOS } from "@lamina/shared/core/limits";
import { ALL_SESSIONS, buildTopic, type Envelope, isTopicUser } from "@lamina/shared/messages/broker";
import { commandTopic } from "@lamina/shared/messages/device-topics";
import type { CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import type { Clock } from "./clock.ts";

/** Sends realtime messages to users. */
export interface Publisher {
  /**
   * Publishes `{message, date}` to every session of a user. Skips a user name that cannot form a topic (readings, 16).
   * Nothing is queued: a message that must not be lost is stored first, and sent again.
   * @throws Error while the broker is away
   */
  publishToUser(userName: string, topic: string, message: unknown): Promise<void>;
  /** Publishes an order on the topic that a device subscribes to. @throws Error while the broker is away */
  commandDevice(serial: string, message: CommandMessage): Promise<void>;
}

/** Sends one message; implemented by the embedded broker and by the client of an external one. */
export type Send = (topic: string, payload: string, qos: 0 | 1) => Promise<void>;

export function createPublisher(send: Send, clock: Clock): Publisher {
  return {
    async publishToUser(userName, topic, message) {
      if (!isTopicUser(userName)) return;
      const envelope: Envelope = { message, date: clock.now().toISOString() };
      await send(buildTopic({ userName, session: ALL_SESSIONS, topic }), JSON.stringify(envelope), BROKER_QOS);
    },
    commandDevice: (serial, message) => send(commandTopic(serial), JSON.stringify(message), BROKER_QOS),
  };
}

import { readFileSync } from "node:fs";
import { tokenPayload } from "@lamina/shared/access/authentication";
import { BROKER_QOS } from "@lamina/shared/core/limits";
import { ALL_SESSIONS, buildTopic, NOTIFICATIONS_TOPIC } from "@lamina/shared/messages/broker";
import { type DeviceTopic, deviceTopic } from "@lamina/shared/messages/device-topics";
import { connectAsync } from "mqtt";
import type { ApiAddress } from "./api.ts";

/** Another client of the broker, like a device or another service. */
interface Publisher extends AsyncDisposable {
  /** Publishes a message to one session, or without a token to all sessions of a user. */
  notify(userName: string, message: unknown, token?: string): Promise<void>;
  /** Publishes a payload as it is, to all sessions of a user. */
  notifyRaw(userName: string, payload: string | Buffer): Promise<void>;
}

/** A device in the field with its own account at the broker. */
interface FieldDevice extends AsyncDisposable {
  /** Publishes a message, and resolves when the broker has accepted it. */
  say(kind: DeviceTopic, message: object): Promise<void>;
}

type BrokerAddress = Pick<ApiAddress, "broker" | "caFile">;

function connectTo({ broker, caFile }: BrokerAddress, username: string, password: string) {
  return connectAsync(broker.url, {
    username,
    password,
    ca: readFileSync(caFile),
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
}

export async function openDevice(address: BrokerAddress, serial: string, secret: string): Promise<FieldDevice> {
  const client = await connectTo(address, serial, secret);
  return {
    async say(kind, message) {
      const payload = JSON.stringify({ serial, ...message });
      await client.publishAsync(deviceTopic(serial, kind), payload, { qos: BROKER_QOS });
    },
    [Symbol.asyncDispose]: () => client.endAsync(),
  };
}

export async function openPublisher(address: BrokerAddress): Promise<Publisher> {
  const client = await connectTo(address, address.broker.username, address.broker.password);
  return {
    async notify(userName, message, token) {
      const session = token === undefined ? ALL_SESSIONS : (tokenPayload(token) ?? "");
      const topic = buildTopic({ userName, session, topic: NOTIFICATIONS_TOPIC });
      const envelope = JSON.stringify({ message, date: new Date().toISOString() });
      await client.publishAsync(topic, envelope, { qos: BROKER_QOS });
    },
    async notifyRaw(userName, payload) {
      const topic = buildTopic({ userName, session: ALL_SESSIONS, topic: NOTIFICATIONS_TOPIC });
      await client.publishAsync(topic, payload, { qos: BROKER_QOS });
    },
    [Symbol.asyncDispose]: () => client.endAsync(),
  };
}

import { readFileSync } from "node:fs";
import { tokenPayload } from "@lamina/shared/authentication";
import { ALL_SESSIONS, buildTopic, NOTIFICATIONS_TOPIC } from "@lamina/shared/broker";
import { BROKER_QOS } from "@lamina/shared/limits";
import { connectAsync } from "mqtt";
import type { ApiAddress } from "./api.ts";

/** Someone else on the broker, as a device or another service would be. */
export interface Publisher extends AsyncDisposable {
  /** Publishes a message to one session, or to all sessions of a user when no token is given. */
  notify(userName: string, message: unknown, token?: string): Promise<void>;
}

export async function openPublisher({ broker, caFile }: Pick<ApiAddress, "broker" | "caFile">): Promise<Publisher> {
  const client = await connectAsync(broker.url, {
    username: broker.username,
    password: broker.password,
    ca: readFileSync(caFile),
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  return {
    async notify(userName, message, token) {
      const session = token === undefined ? ALL_SESSIONS : (tokenPayload(token) ?? "");
      const topic = buildTopic({ userName, session, topic: NOTIFICATIONS_TOPIC });
      const envelope = JSON.stringify({ message, date: new Date().toISOString() });
      await client.publishAsync(topic, envelope, { qos: BROKER_QOS });
    },
    [Symbol.asyncDispose]: () => client.endAsync(),
  };
}

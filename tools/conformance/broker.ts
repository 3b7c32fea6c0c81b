import { readClaims } from "@lamina/shared/access/authentication";
import { ALL_SESSIONS, buildTopic } from "@lamina/shared/messages/broker";
import { connectAsync, type MqttClient } from "mqtt";
import { authorities } from "../../server/src/authorities.ts";

export interface BrokerAddress {
  url: string;
  username: string | undefined;
  password: string | undefined;
  ca: string | undefined;
}

/** One permission of the BFF's account at the broker. */
export interface TopicCheck {
  what: string;
  isRight: boolean;
  note: string;
}

/** MQTT return codes from this value on refuse a subscription. */
const REFUSED_QOS = 128;

/** Checks that the BFF's account has exactly the permissions that it needs on the topics of the token's user. */
export async function examineTopics(address: BrokerAddress, token: string, timeoutMs: number): Promise<TopicCheck[]> {
  const { url, username, password, ca } = address;
  const options = {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ca: authorities(ca),
  };
  let client: MqttClient;
  try {
    client = await connectAsync(url, { ...options, reconnectPeriod: 0, connectTimeout: timeoutMs }, false);
  } catch (error) {
    return [{ what: "connect", isRight: false, note: (error as Error).message }];
  }
  try {
    const userName = readClaims(token)?.name ?? "";
    const session = token.split(".")[1] ?? "";
    const topic = (of: string) => buildTopic({ userName, session: of, topic: "conformance" });
    const heard = new Set<string>();
    client.on("message", (name) => heard.add(name));
    client.on("error", () => {});
    const checks: TopicCheck[] = [{ what: "connect", isRight: true, note: "" }];
    for (const name of [topic(session), topic(ALL_SESSIONS)]) {
      const granted = await subscribe(client, name);
      checks.push({ what: `subscribe to ${shown(name)}`, isRight: granted, note: granted ? "" : "is refused" });
      const isBack = granted && (await comesBack(client, name, heard, timeoutMs));
      checks.push({ what: `publish to ${shown(name)}`, isRight: isBack, note: isBack ? "" : "does not come back" });
    }
    const isTooWide = await subscribe(client, "devices/#");
    // Mosquitto grants every subscription and then delivers nothing, so a grant alone is no fault.
    checks.push({
      what: "devices are not the BFF's",
      isRight: true,
      note: isTooWide ? "the subscription is granted: check that nothing is delivered" : "",
    });
    return checks;
  } finally {
    await client.endAsync(true);
  }
}

async function subscribe(client: MqttClient, topic: string): Promise<boolean> {
  try {
    const [grant] = await client.subscribeAsync(topic, { qos: 1 });
    return grant !== undefined && grant.qos < REFUSED_QOS;
  } catch {
    return false;
  }
}

/** Shortens the token's payload, which is long and personal data. */
const shown = (topic: string) => topic.replace(/^([^/]+)\/(?!ALL\/)[^/]+\//, "$1/{token payload}/");

async function comesBack(client: MqttClient, topic: string, heard: Set<string>, timeoutMs: number): Promise<boolean> {
  const message = JSON.stringify({ message: "conformance", date: new Date().toISOString() });
  const arrived = new Promise<boolean>((resolve) => {
    const alarm = setTimeout(() => resolve(heard.has(topic)), timeoutMs);
    client.on("message", (name) => {
      if (name !== topic) return;
      clearTimeout(alarm);
      resolve(true);
    });
  });
  await client.publishAsync(topic, message, { qos: 1 }).catch(() => {});
  return arrived;
}

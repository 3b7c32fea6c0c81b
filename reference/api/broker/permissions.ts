import { createHash, timingSafeEqual } from "node:crypto";
import { commandTopic, isNetworkTopic, parseDeviceTopic } from "@lamina/shared/messages/device-topics";

export interface Permissions {
  username: string;
  mayPublish(topic: string): boolean;
  maySubscribe(filter: string): boolean;
}

/** A login at the broker with its rights. */
export interface Account extends Permissions {
  /** Asked at each login, because its file may change. */
  password: () => string;
}

/** A device publishes on its own topics, and subscribes to its own commands, on which it may not publish. */
export function devicePermissions(serial: string): Permissions {
  const mayPublish = (topic: string) => parseDeviceTopic(topic)?.serial === serial;
  const maySubscribe = (filter: string) => filter === commandTopic(serial) && !/[+#]/.test(serial);
  return { username: serial, mayPublish, maySubscribe };
}

/** A gateway publishes for the devices of its client, on their topics or on those of its LoRaWAN network. It answers no command. */
export function gatewayPermissions(id: string): Permissions {
  const isReport = (topic: string) => ["readings", "pivot"].includes(parseDeviceTopic(topic)?.kind ?? "");
  const mayPublish = (topic: string) => isReport(topic) || isNetworkTopic(topic);
  return { username: `gateway ${id}`, mayPublish, maySubscribe: () => false };
}

/**
 * The account of the BFF: only `+/+/Frontend/#`. A filter may have wildcards if all matching topics are below
 * `Frontend`; `$SYS` topics are excluded.
 */
export function frontendAccount(username: string, password: () => string): Account {
  return { username, password, mayPublish: isFrontendTopic, maySubscribe: isFrontendFilter };
}

function isFrontendTopic(topic: string): boolean {
  const [user, session, area, name] = topic.split("/");
  return Boolean(user && session && name) && area === "Frontend" && !topic.startsWith("$") && !/[+#]/.test(topic);
}

function isFrontendFilter(filter: string): boolean {
  const levels = filter.split("/");
  const [user, session, area, name] = levels;
  // `#` in an earlier level, or a wildcard instead of the area, would match other areas.
  return (
    Boolean(user && session && name) &&
    user !== "#" &&
    session !== "#" &&
    area === "Frontend" &&
    !filter.startsWith("$")
  );
}

/** Whether the password matches, in constant time. */
export function isPassword({ password }: Account, attempt: Buffer): boolean {
  const digest = (value: string | Buffer) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(password()), digest(attempt));
}

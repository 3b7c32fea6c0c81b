import { createHash, timingSafeEqual } from "node:crypto";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";

/** What somebody may do at the broker. */
export interface Permissions {
  username: string;
  mayPublish(topic: string): boolean;
  maySubscribe(filter: string): boolean;
}

/** Who may connect to the broker, and what for. */
export interface Account extends Permissions {
  password: string;
}

/** A device publishes on its own topics and hears nothing. */
export function devicePermissions(serial: string): Permissions {
  const mayPublish = (topic: string) => parseDeviceTopic(topic)?.serial === serial;
  return { username: serial, mayPublish, maySubscribe: () => false };
}

/**
 * The account of the BFF: `+/+/Frontend/#` and nothing beyond. A filter may hold wildcards as long as
 * everything it matches lies below `Frontend`; `$SYS` is nobody's.
 */
export function frontendAccount(username: string, password: string): Account {
  return { username, password, mayPublish: isFrontendTopic, maySubscribe: isFrontendFilter };
}

function isFrontendTopic(topic: string): boolean {
  const [user, session, area, name] = topic.split("/");
  return Boolean(user && session && name) && area === "Frontend" && !topic.startsWith("$") && !/[+#]/.test(topic);
}

function isFrontendFilter(filter: string): boolean {
  const levels = filter.split("/");
  const [user, session, area, name] = levels;
  // `#` in an earlier level would match other areas, and so would a wildcard in the area's place.
  return (
    Boolean(user && session && name) &&
    user !== "#" &&
    session !== "#" &&
    area === "Frontend" &&
    !filter.startsWith("$")
  );
}

/** Whether the password is the account's; takes as long for a wrong one. */
export function isPassword({ password }: Account, given: Buffer): boolean {
  const digest = (value: string | Buffer) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(password), digest(given));
}

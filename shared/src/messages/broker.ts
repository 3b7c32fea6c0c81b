import * as z from "zod";
import { FORMS_NO_TOPIC } from "../core/errors.ts";
import { TOPIC_USER_MAX_BYTES } from "../core/limits.ts";

/**
 * The envelope of a broker message as the product publishes it (§3, §7): any JSON message and its date. Messages of
 * others are read in any form.
 */
export const Envelope = z.object({ message: z.unknown(), date: z.iso.datetime({ offset: true, local: true }) });
export type Envelope = z.infer<typeof Envelope>;

/** The level in place of the token payload that reaches every session of a user (§7; readings, 15). */
export const ALL_SESSIONS = "ALL";

/** The topic that the product shows as notifications (§7). */
export const NOTIFICATIONS_TOPIC = "notifications";

/** The topic of changed records. */
export const CHANGES_TOPIC = "changes";

/** A topic that a client may name: one level (readings, 17). */
export const TopicName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/**
 * Whether a user name can form a topic level (readings, 16): not empty, at most 256 bytes, no leading `$`,
 * no `/`, `+`, `#`, control character or lone surrogate.
 */
export function isTopicUser(name: string): boolean {
  return (
    name !== "" &&
    new TextEncoder().encode(name).length <= TOPIC_USER_MAX_BYTES &&
    !name.startsWith("$") &&
    !/[/+#\p{Cc}\p{Cs}]/u.test(name)
  );
}

export interface TopicParts {
  userName: string;
  /** The token's payload part, unchanged, or `ALL`. */
  session: string;
  topic: string;
}

/**
 * `{userName}/{token payload}/Frontend/{topic}` (§7).
 * @throws RangeError when a part is not valid in a topic
 */
export function buildTopic({ userName, session, topic }: TopicParts): string {
  if (!isTopicUser(userName)) throw new RangeError(`user name ${FORMS_NO_TOPIC}`);
  if (!/^[A-Za-z0-9_=-]+$/.test(session)) throw new RangeError(`token payload ${FORMS_NO_TOPIC}`);
  if (!TopicName.safeParse(topic).success) throw new RangeError("topic name is not one plain level");
  return `${userName}/${session}/Frontend/${topic}`;
}

/** The parts of a topic of this product, or undefined for any other topic. */
export function parseTopic(text: string): TopicParts | undefined {
  const [userName, session, area, topic, ...rest] = text.split("/");
  if (!userName || !session || area !== "Frontend" || !topic || rest.length > 0) return undefined;
  return { userName, session, topic };
}

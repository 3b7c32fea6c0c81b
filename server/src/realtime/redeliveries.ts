import { hash } from "node:crypto";
import type { IPublishPacket } from "mqtt-packet";

/** Above the number of packets that a broker has in flight: Mosquitto 20, EMQX 32. */
const REMEMBERED = 1_000;

/**
 * Recognises packets of QoS 1 that the broker sends again because it has not received their PUBACK (MQTT 3.1.1, 4.3.2).
 */
export class Redeliveries {
  /** Digest of the last packet of each id, the oldest first. */
  readonly #digests = new Map<number, string>();

  clear(): void {
    this.#digests.clear();
  }

  has({ topic, payload, messageId, qos, dup }: IPublishPacket): boolean {
    if (qos !== 1 || messageId === undefined) return false;
    const digest = `${topic} ${hash("sha1", payload, "base64")}`;
    if (dup && this.#digests.get(messageId) === digest) return true;
    this.#digests.delete(messageId);
    this.#digests.set(messageId, digest);
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > REMEMBERED && oldest !== undefined) this.#digests.delete(oldest);
    return false;
  }
}

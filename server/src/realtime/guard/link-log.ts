import type { FastifyBaseLogger } from "fastify";
import { reasonOf, rootCause } from "../../errors.ts";

/** A link that lasts longer was no attempt that failed. Another program that takes the session over tries every 10 s. */
const SHORT_LINK_MS = 30_000;
const SHORT_LINKS = 3;

/** CONNACK of MQTT 3.1.1, and of MQTT 5 from a broker that knows no other one. */
const VERSION = new Set([1, 132]);
const REFUSED_LOGIN = new Set([4, 5, 134, 135]);
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|CERT_SIGNATURE|INVALID_CA/;

/** Tells the operator why there is no link to the broker, once for each reason, and which setting or program to look at. */
export class LinkLog {
  readonly #log: Pick<FastifyBaseLogger, "warn">;
  readonly #elapsed: () => number;
  #reported: string | undefined;
  #connectedAt: number | undefined;
  #shortLinks = 0;

  constructor(log: Pick<FastifyBaseLogger, "warn">, elapsed: () => number) {
    this.#log = log;
    this.#elapsed = elapsed;
  }

  connected(): void {
    this.#reported = undefined;
    this.#connectedAt = this.#elapsed();
  }

  /** Once for a reason, because each attempt fails for the same one while the broker is down. */
  failed(error: Error): void {
    const reason = reasonOf(error);
    if (reason !== this.#reported) this.#log.warn({ reason, remedy: remedyOf(error) }, "broker connection failed");
    this.#reported = reason;
  }

  /** Notices links that end again and again, as two programs that take one session from each other have them. */
  closed(): void {
    if (this.#connectedAt === undefined) return;
    const isShort = this.#elapsed() - this.#connectedAt < SHORT_LINK_MS;
    this.#connectedAt = undefined;
    this.#shortLinks = isShort ? this.#shortLinks + 1 : 0;
    if (this.#shortLinks !== SHORT_LINKS) return;
    const remedy =
      "look at the broker's log: another program may log in with the same MQTT_USERNAME where the broker allows one session of a user, or the broker forbids a topic";
    this.#log.warn({ links: SHORT_LINKS, remedy }, "the broker ends each connection soon after the login");
  }
}

/** What the operator can change; undefined where nothing is known. */
function remedyOf(error: Error): string | undefined {
  const { code } = rootCause(error) as { code?: unknown };
  if (typeof code === "number") {
    if (VERSION.has(code)) return "let the broker accept MQTT 3.1.1, which the BFF speaks";
    return REFUSED_LOGIN.has(code) ? "correct MQTT_USERNAME and MQTT_PASSWORD" : undefined;
  }
  const name = String(code);
  if (UNTRUSTED.test(name)) return "name the authority of the broker's certificate with MQTT_CA_FILE";
  if (name === "CERT_HAS_EXPIRED") return "renew the broker's certificate";
  if (name === "ERR_TLS_CERT_ALTNAME_INVALID") return "use a name of the broker's certificate in MQTT_URL";
  if (/EPROTO|WRONG_VERSION_NUMBER/.test(name))
    return "correct the scheme or the port in MQTT_URL: no TLS answers there";
  return undefined;
}

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Broker } from "../broker/broker.ts";
import { openEmbeddedBroker } from "../broker/embedded.ts";
import { openExternalBroker } from "../broker/external.ts";
import { frontendAccount } from "../broker/permissions.ts";
import type { Clock } from "../core/clock.ts";
import type { Config } from "../core/config.ts";
import { passwordSecret, type Secret } from "../core/secret-file.ts";
import type { ServerCertificate } from "../core/tls/certificate.ts";
import type { Secrets } from "./secrets.ts";

/** Opens the configured broker: an external one, or the embedded one, whose password is made at the first start. */
export async function openBroker(
  config: Config,
  { secrets, tls, clock, log }: { secrets: Secrets; tls: ServerCertificate; clock: Clock; log: Logger },
): Promise<Broker> {
  if (config.broker.kind === "external") {
    const installation = await secrets(INSTALLATION);
    return openExternalBroker(config.broker, { installation, clock, log });
  }
  const { port, tlsPort, clientCa, username } = config.broker;
  const password = config.broker.password ?? constant(await secrets(BROKER_PASSWORD));
  return openEmbeddedBroker({
    host: config.host,
    port,
    tlsPort,
    clientCa,
    tls,
    accounts: [frontendAccount(username, password)],
    clock,
    log,
  });
}

const constant = (value: string) => () => value;

/** The id at an external broker, which stores the messages of its session. */
const INSTALLATION: Secret = {
  name: "installation",
  make: randomUUID,
  isWhole: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
  effect: "the broker delivers no message that it stored for the old one",
};
const BROKER_PASSWORD = passwordSecret("broker-password", "programs that sign in at the broker need the new one");
/** File of the BFF's generated password for the embedded broker. */
export const brokerPasswordFile = (dataDir: string) => join(dataDir, BROKER_PASSWORD.name);

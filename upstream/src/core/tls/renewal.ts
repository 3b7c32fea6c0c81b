import { DAY_MS } from "@lamina/shared/core/time";
import type { Logger } from "pino";
import type { ServerCertificate } from "./certificate.ts";

const CHECK_INTERVAL_MS = DAY_MS;

interface RenewalOptions {
  /** New connections use the new certificate; open ones continue. */
  servers: readonly { setSecureContext(tls: ServerCertificate): void }[];
  log: Pick<Logger, "info" | "error">;
  intervalMs?: number;
}

/**
 * Checks the certificate every day, because a server may run for a year, and an operator may replace the file in place.
 * @returns a function that stops it
 */
export function renewCertificate(
  tls: ServerCertificate,
  open: () => Promise<ServerCertificate>,
  { servers, log, intervalMs = CHECK_INTERVAL_MS }: RenewalOptions,
): () => Promise<void> {
  let { cert } = tls;
  const check = async () => {
    const opened = await open();
    if (opened.cert === cert) return;
    cert = opened.cert;
    for (const server of servers) server.setSecureContext(opened);
    log.info("certificate renewed");
  };
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.error({ name: (error as Error).name }, "certificate not renewed"));
  }, intervalMs);
  return async () => clearInterval(timer);
}

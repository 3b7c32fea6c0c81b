import { createSecureContext } from "node:tls";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Log } from "../log.ts";
import type { ServerCertificate } from "./certificate.ts";

const CHECK_INTERVAL_MS = MINUTE_MS;

interface RenewalOptions {
  /** New connections use the new certificate; open ones continue. */
  servers: readonly { setSecureContext(tls: ServerCertificate): void }[];
  log: Pick<Log, "info" | "error">;
  intervalMs?: number;
}

/**
 * Checks the certificate every minute, because a server may run for a year, and an operator may replace its files. A certificate
 * whose key does not match yet is tried again.
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
    // Throws before any server has changed.
    createSecureContext({ cert: opened.cert, key: opened.key });
    for (const server of servers) server.setSecureContext(opened);
    cert = opened.cert;
    log.info("certificate renewed");
  };
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.error({ reason: (error as Error).message }, "certificate not renewed"));
  }, intervalMs);
  return async () => clearInterval(timer);
}

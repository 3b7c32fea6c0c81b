import { DAY_MS } from "@lamina/shared/core/time";
import type { Logger } from "pino";
import type { ServerCertificate } from "./certificate.ts";

const CHECK_INTERVAL_MS = DAY_MS;

interface RenewalOptions {
  /** New connections use the new certificate; open ones go on. */
  servers: readonly { setSecureContext(tls: ServerCertificate): void }[];
  log: Pick<Logger, "info" | "error">;
  intervalMs?: number;
}

/**
 * Looks at the certificate again every day: a server that runs for a year must not lose its clients, and an
 * operator's own certificate is replaced in place.
 * @returns what stops it
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

import type { IncomingHttpHeaders } from "node:http";

/** Name of the BFF in `Via` (RFC 9110, 7.6.3), the same for all replicas. */
const PSEUDONYM = "lamina-bff";

/** `Via` of a request that the BFF sends. */
export const VIA = `1.1 ${PSEUDONYM}`;

/** Whether a BFF sent the request, so that `UPSTREAM_URL` leads back here. */
export const isLoop = ({ via }: IncomingHttpHeaders): boolean => via?.includes(PSEUDONYM) ?? false;

/** Status of a loop (RFC 5842, 7.2). */
export const LOOP_STATUS = 508;

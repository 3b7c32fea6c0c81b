import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import type { FastifyRequest } from "fastify";

const PREFIX = "/api";
const PATHS = new Set<string>(allEndpoints.map(({ path }) => path));

const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/** Whether a balancer, an orchestrator or Prometheus asks, every few seconds: neither logged nor traced. */
export function isProbe({ routeOptions }: Pick<FastifyRequest, "routeOptions">): boolean {
  return PROBES.has(routeOptions.url ?? "");
}

/**
 * The label of a request: the call of the contract, else the route's template. Unknown calls are `/api/other`, because
 * raw URLs are unbounded and contain personal data.
 */
export function routeLabel({ routeOptions, url }: Pick<FastifyRequest, "routeOptions" | "url">): string {
  const template = routeOptions.url ?? "unmatched";
  if (template !== `${PREFIX}/*`) return template;
  const end = url.indexOf("?");
  const path = url.slice(PREFIX.length, end < 0 ? undefined : end);
  return PATHS.has(path) ? PREFIX + path : `${PREFIX}/other`;
}

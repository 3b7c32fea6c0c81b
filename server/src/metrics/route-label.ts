import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import type { FastifyRequest } from "fastify";

const PREFIX = "/api";
const PATHS = new Set<string>(allEndpoints.map(({ path }) => path));

const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

/** Whether a balancer, an orchestrator or Prometheus asks, every few seconds: neither logged nor traced. */
export function isProbe({ url }: Pick<FastifyRequest, "url">): boolean {
  return PROBES.has(url.split("?", 1)[0] ?? "");
}

/**
 * The label of a request: the call of the contract, else the route's template. Unknown calls are `/api/other`, because
 * raw URLs are unbounded and contain personal data.
 */
export function routeLabel(request: Pick<FastifyRequest, "is404" | "routeOptions" | "url">): string {
  const { url } = request;
  // The framework builds its `routeOptions` at each reading.
  if (request.is404 || !url.startsWith(`${PREFIX}/`)) return request.routeOptions.url ?? "unmatched";
  const end = url.indexOf("?");
  const path = url.slice(PREFIX.length, end < 0 ? undefined : end);
  return PATHS.has(path) ? PREFIX + path : `${PREFIX}/other`;
}

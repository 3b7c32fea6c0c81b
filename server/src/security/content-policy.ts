import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { Config } from "../config.ts";

const YEAR_S = 31_536_000;

/**
 * Headers of every page and file. Scripts and styles are files of the BFF's own; the map's tiles come from where the
 * configuration says.
 */
export function contentPolicy({ tls, mapTiles }: Pick<Config, "tls" | "mapTiles">): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:", ...(mapTiles ? [tileSource(mapTiles.url)] : [])],
        // Browsers before CSP 3 do not count a WebSocket of the same host as 'self'.
        connectSrc: ["'self'", (request) => socketSource("ws", request), (request) => socketSource("wss", request)],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Tile servers ask for a referrer; they get the origin alone.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: tls ? { maxAge: YEAR_S, includeSubDomains: false } : false,
  };
}

/** Leaflet's `{s}` stands for one label of the host. */
function tileSource(template: string): string {
  return new URL(template.replace("{s}", "wildcard")).origin.replace("wildcard", "*");
}

function socketSource(scheme: "ws" | "wss", request: { headers: { host?: string | undefined } }): string {
  const host = request.headers.host ?? "";
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `${scheme}://${host}` : "'self'";
}

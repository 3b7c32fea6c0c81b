import type { FastifyHelmetOptions } from "@fastify/helmet";
import type { Config } from "../config.ts";

const YEAR_S = 31_536_000;

/** Headers of every page and file. Scripts and styles come from the BFF; map tiles from the configured server. */
export function contentPolicy({ tls, mapTiles }: Pick<Config, "tls" | "mapTiles">): FastifyHelmetOptions {
  const tileSources = mapTiles ? [tileSource(mapTiles.url)] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:", ...tileSources],
        // Browsers before CSP 3 do not include a WebSocket of the same host in 'self'.
        connectSrc: ["'self'", (request) => socketSource("ws", request), (request) => socketSource("wss", request)],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Tile servers require a referrer; they get only the origin.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: tls ? { maxAge: YEAR_S, includeSubDomains: false } : false,
  };
}

/** Leaflet's `{s}` is a placeholder for one label of the host. */
function tileSource(template: string): string {
  return new URL(template.replace("{s}", "wildcard")).origin.replace("wildcard", "*");
}

function socketSource(scheme: "ws" | "wss", request: { headers: { host?: string | undefined } }): string {
  const host = request.headers.host ?? "";
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `${scheme}://${host}` : "'self'";
}

import { validateHeaderValue } from "node:http";
import { CLIENT_ID_HEADER } from "@lamina/shared/calls/client-id-header";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Node encodes its value again after a `Content-Length`, so it comes first and its bytes arrive unchanged. */
const FIRST = "content-disposition";

/** Of several the last one counts, as in a browser; a list of them is no type. */
const TYPE = "content-type";

/** Hop-by-hop headers, and headers that the BFF sets for its own connection. */
const OF_THE_CONNECTION = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "alt-svc",
];

/** Headers about the API and its origin, which are wrong for the BFF's origin, and those for the BFF itself. */
const OF_THE_ORIGIN = [
  "server",
  "via",
  "x-powered-by",
  "x-aspnet-version",
  "x-aspnetmvc-version",
  "set-cookie",
  "strict-transport-security",
  "content-security-policy",
  "content-security-policy-report-only",
  "clear-site-data",
  "x-request-id",
  "cache-status",
  CLIENT_ID_HEADER,
];

const DROPPED = new Set([...OF_THE_CONNECTION, ...OF_THE_ORIGIN]);

/** Headers by which a response of the BFF may vary. */
const VARY = ["Origin", "Authorization", "Accept-Encoding"];
const OWN_VARY = VARY.join(", ");
/** Values of `Connection` that name no header. */
const ALONE = new Set<unknown>([undefined, "keep-alive", "close"]);

/**
 * The API's headers for the client.
 * @param base the API's URL; redirects below it become paths of the BFF
 * @throws when a value has a byte that HTTP does not allow, which Node would refuse only after the reply has begun
 */
export function responseHeaders(headers: Headers, base: string, prefix: string): Record<string, string> {
  const named = ALONE.has(headers.connection) ? [] : listed(headers.connection).map((name) => name.toLowerCase());
  const result: Record<string, string> = {};
  if (headers[FIRST] !== undefined) result[FIRST] = "";
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || DROPPED.has(name) || name.startsWith("access-control-") || named.includes(name))
      continue;
    const sent = name === TYPE ? lastOf(value) : text(value);
    validateHeaderValue(name, sent);
    result[name] = sent;
  }
  for (const name of ["location", "content-location"]) {
    const target = result[name];
    if (target !== undefined) result[name] = through(target, base, prefix);
  }
  if (result.link !== undefined)
    result.link = result.link.replace(/<([^<>]*)>/g, (_all, url) => `<${through(url, base, prefix)}>`);
  result.vary = headers.vary === undefined ? OWN_VARY : varyWith(listed(headers.vary));
  return result;
}

function varyWith(names: string[]): string {
  const ownNames = new Set(VARY.map((name) => name.toLowerCase()));
  const foreign = names.filter((name) => name !== "" && !ownNames.has(name.toLowerCase()));
  return [...VARY, ...foreign].join(", ");
}

/**
 * `Cache-Control` for the client: a browser must revalidate its copy, because it is not informed of writes. `no-store`
 * is passed on.
 */
export function clientCacheControl(headers: Headers): string {
  return headers["cache-control"] !== undefined && /\bno-store\b/i.test(text(headers["cache-control"]))
    ? "no-store"
    : "private, no-cache";
}

/**
 * Turns an address within the API into a path of the BFF; leaves others unchanged. Another scheme or port of its host is
 * the API too, because behind a gateway it often does not know its own.
 */
function through(location: string, base: string, prefix: string): string {
  const { hostname, pathname } = new URL(base);
  const root = pathname.replace(/\/+$/, "");
  const target = URL.parse(location, base);
  const isInside =
    target?.hostname === hostname && /^https?:$/.test(target.protocol) && target.pathname.startsWith(`${root}/`);
  if (!isInside || !/^(\/|https?:)/i.test(location)) return location;
  return prefix + target.pathname.slice(root.length) + target.search + target.hash;
}

function listed(value: string | string[] | undefined): string[] {
  return text(value)
    .split(",")
    .map((name) => name.trim());
}

function lastOf(value: string | string[]): string {
  return Array.isArray(value) ? (value.at(-1) ?? "") : value;
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

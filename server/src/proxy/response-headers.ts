type Headers = Readonly<Record<string, string | string[] | undefined>>;

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

/** Headers about the API and its origin, which are wrong for the BFF's origin. */
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
];

const DROPPED = new Set([...OF_THE_CONNECTION, ...OF_THE_ORIGIN]);

/** Headers by which a response of the BFF may vary. */
const VARY = ["Origin", "Authorization", "Accept-Encoding"];

/**
 * The API's headers for the client.
 * @param base the API's URL; redirects below it become paths of the BFF
 */
export function responseHeaders(headers: Headers, base: string, prefix: string): Record<string, string> {
  const named = new Set(listed(headers.connection).map((name) => name.toLowerCase()));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || DROPPED.has(name) || name.startsWith("access-control-") || named.has(name)) continue;
    result[name] = text(value);
  }
  if (result.location !== undefined) result.location = through(result.location, base, prefix);
  const own = new Set(VARY.map((name) => name.toLowerCase()));
  const foreign = listed(headers.vary).filter((name) => name !== "" && !own.has(name.toLowerCase()));
  result.vary = [...VARY, ...foreign].join(", ");
  return result;
}

/**
 * `Cache-Control` for the client: a browser must revalidate its copy, because it is not informed of writes. `no-store`
 * is passed on.
 */
export function clientCacheControl(headers: Headers): string {
  return /\bno-store\b/i.test(text(headers["cache-control"])) ? "no-store" : "private, no-cache";
}

/** Turns a redirect within the API into a path of the BFF; leaves others unchanged. */
function through(location: string, base: string, prefix: string): string {
  const { origin, pathname } = new URL(base);
  const root = pathname.replace(/\/+$/, "");
  const target = URL.parse(location, base);
  const isInside = target?.origin === origin && target.pathname.startsWith(`${root}/`);
  if (!isInside || !/^(\/|https?:)/i.test(location)) return location;
  return prefix + target.pathname.slice(root.length) + target.search + target.hash;
}

function listed(value: string | string[] | undefined): string[] {
  return text(value)
    .split(",")
    .map((name) => name.trim());
}

function text(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Headers of one connection alone, or made anew for the next one. */
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

/** What the API says of itself and of its own origin: the BFF's origin has its own rules. */
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

/** Headers by which an answer of the BFF may differ. */
const VARY = ["Origin", "Authorization", "Accept-Encoding"];

/**
 * The API's headers as the client gets them.
 * @param base the API's address, so that its redirects lead through the BFF
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
 * `Cache-Control` for the client: it may keep an answer only to ask whether it still holds, because a browser's cache
 * hears of no write. `no-store` stays.
 */
export function clientCacheControl(headers: Headers): string {
  return /\bno-store\b/i.test(text(headers["cache-control"])) ? "no-store" : "private, no-cache";
}

/** A redirect within the API leads through the BFF; one elsewhere stays. */
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

import type { Load } from "./load.ts";
import { ENCODINGS, type Encoding, encoded, pathOf, SIZES, type Size, token } from "./samples.ts";

const USERS = 8;
const PATHS = 8;
const CONNECTIONS = 64;
const SECRETS = Array.from({ length: USERS }, (_, user) => token(user));

/** One line of the result: the load, the contenders, and the one whose figure is 1. */
export interface Workload {
  name: string;
  group: "hit" | "304" | "miss" | "leaving" | "single";
  contenders: readonly string[];
  reference: string;
  load(contender: string, etag: string): Omit<Load, "port" | "durationMs">;
}

/** nginx caches under a separate path, so that one server measures both of its modes. */
const kept = (contender: string, size: Size) =>
  contender === "nginx" ? `/api/Kept/Get${size}` : `/api${pathOf(size)}`;

function hit(size: Size, encoding: Encoding): Workload {
  const further =
    encoding === "identity" ? ["fastify + lru-cache", "nginx", "Varnish"] : encoding === "gzip" ? ["nginx"] : [];
  return {
    name: `hit ${encoding} ${size} KB`,
    group: "hit",
    contenders: ["BFF", "BFF before", "node:http", ...further],
    reference: "node:http",
    load: (contender) => ({
      ...everything(kept(contender, size), { "accept-encoding": encoding }),
      // The BFF and nginx compress at different levels, so the bodies differ.
      body: encoding === "identity" ? encoded(size, encoding).toString("base64") : undefined,
    }),
  };
}

const notModified: Workload = {
  name: "304",
  group: "304",
  contenders: ["BFF", "BFF before", "node:http"],
  reference: "node:http",
  load: (_contender, etag) => ({
    ...everything(`/api${pathOf(20)}`, { "accept-encoding": "identity", "if-none-match": etag }),
    status: 304,
  }),
};

function miss(size: Size, group: "miss" | "leaving" | "single"): Workload {
  const names = { miss: "steady", leaving: "clients leaving", single: "one connection" };
  return {
    name: `miss ${size} KB, ${names[group]}`,
    group,
    contenders: ["BFF", "BFF before", "node:http + undici.stream", "@fastify/http-proxy", "same duties", "nginx"],
    reference: "node:http + undici.stream",
    load: () => ({
      ...everything(`/api${pathOf(size)}`, { "accept-encoding": "identity" }, "?n={n}"),
      connections: group === "single" ? 1 : CONNECTIONS,
      leaving: group === "leaving",
      body: encoded(size, "identity").toString("base64"),
    }),
  };
}

/** GETs that go past the cache, which `@fastify/http-proxy` forwards as it does writes. */
function forwarded(size: Size): Workload {
  return {
    ...miss(size, "miss"),
    name: `forwarded ${size} KB`,
    contenders: ["BFF", "BFF before", "node:http + undici.stream", "@fastify/http-proxy"],
    load: () => {
      const headers = { "accept-encoding": "identity", "cache-control": "no-cache" };
      return { ...everything(`/api${pathOf(size)}`, headers), body: encoded(size, "identity").toString("base64") };
    },
  };
}

function everything(
  path: string,
  headers: Record<string, string>,
  query?: string,
  paths = PATHS,
): Omit<Load, "port" | "durationMs"> {
  const requests: Load["requests"] = [];
  for (const secret of SECRETS) {
    for (let index = 0; index < paths; index++) {
      requests.push({
        path: `${path}${query ?? `?x=${index}`}`,
        headers: { ...headers, authorization: `Bearer ${secret}` },
      });
    }
  }
  return { connections: CONNECTIONS, requests, leaving: false, status: 200, body: undefined, limit: 0 };
}

export const workloads: readonly Workload[] = [
  ...ENCODINGS.flatMap((encoding) => SIZES.map((size) => hit(size, encoding))),
  notModified,
  ...(["miss", "leaving"] as const).flatMap((group) => SIZES.map((size) => miss(size, group))),
  ...SIZES.map(forwarded),
  miss(1, "single"),
  miss(20, "single"),
];

/** 64 clients at once, one request each. */
export function coldLoad(size: Size): Omit<Load, "port" | "durationMs"> {
  return { ...miss(size, "miss").load("BFF", ""), limit: 1 };
}

/** Hits of about this many different responses of 1 KB. */
export function growthLoad(entries: number): Omit<Load, "port" | "durationMs"> {
  const headers = { "accept-encoding": "identity" };
  return everything(`/api${pathOf(1)}`, headers, undefined, Math.ceil(entries / USERS));
}

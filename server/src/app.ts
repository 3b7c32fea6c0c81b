import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Server as HttpsServer } from "node:https";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { withoutKey } from "@lamina/shared/doors/key-path";
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import * as z from "zod";
import { answerClientError } from "./app-client-error.ts";
import { appLinks } from "./app-links/plugin.ts";
import { noteAnswer, precedingWrite } from "./app-pipeline.ts";
import { isRealtimeUpgrade } from "./app-upgrade.ts";
import { cache } from "./cache/plugin.ts";
import type { Config } from "./config.ts";
import { problems, sendProblem, toProblem } from "./errors.ts";
import { health } from "./health/plugin.ts";
import { metrics } from "./metrics/plugin.ts";
import { overload } from "./overload/plugin.ts";
import { proxy } from "./proxy/plugin.ts";
import { type PushOptions, push } from "./push/plugin.ts";
import { type RealtimeOptions, realtime } from "./realtime/plugin.ts";
import { reload } from "./reload/plugin.ts";
import { policy, security } from "./security/plugin.ts";
import { session } from "./session/plugin.ts";
import { spa } from "./static/plugin.ts";
import { type SupervisorOptions, supervisor } from "./supervisor/plugin.ts";
import { tracing } from "./tracing/plugin.ts";
import { unsubscribe } from "./unsubscribe/plugin.ts";
import { upstream } from "./upstream/plugin.ts";
import { valkey } from "./valkey/plugin.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The current time in milliseconds since the epoch, for what has a date, as the expiry of a token. */
    clock: () => number;
    /** Milliseconds since any moment, for durations: it does not follow the clock of the machine when that is set. */
    elapsed: () => number;
    /** The id of a request: the client's if it is valid, otherwise a new one. */
    requestId: (header: string | string[] | undefined) => string;
  }
}

export interface AppOptions {
  clock?: () => number;
  /** The given clock by default, else one that only goes forward. */
  elapsed?: () => number;
  logger?: FastifyServerOptions["logger"];
  /** Where the default logger writes; standard output when it is omitted. */
  logOutput?: { write(lines: string): void; flushSync(): void };
  /** Folder of the built client. */
  client?: string;
  /** Path of the embedded API's program. */
  embeddedApi?: string;
  reporter?: SupervisorOptions["reporter"];
  realtimeLimits?: RealtimeOptions["limits"];
  pushSettings?: PushOptions["settings"];
  /** Reads the configuration again; without it files are read only once. */
  reload?: { read: () => Config; everyMs?: number };
}

const CLIENT = fileURLToPath(new URL("../../client/dist/", import.meta.url));
const EMBEDDED_API = fileURLToPath(new URL("../../reference/main.ts", import.meta.url));
const VERSION = z.object({ version: z.string() }).parse(createRequire(import.meta.url)("../package.json")).version;
/** Time limit for a client to send the headers of a request. */
const HEADERS_TIMEOUT_MS = 60_000;
/** Slowest upload that is awaited, in bytes a millisecond: weak lines in the field have some times as much. */
const SLOWEST_UPLOAD = 2;
/** A connection without data for this long, beyond the API's time limit, has a client that no longer reads. */
const SILENCE_MS = 60_000;
/** The form of a valid request id of a client. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

const DEBUGGING = new Set(["debug", "trace"]);

/** Builds the BFF, not yet listening. Tests and production both use it. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<FastifyInstance> {
  const settings = {
    logger: options.logger ?? logOptions(config.logLevel, options),
    logController: new LogController({ disableRequestLogging: true }),
    // `true` trusts the peer as the proxy. Its client wrote all further addresses in the header.
    trustProxy: config.trustProxy === true ? (_address: string, hop: number) => hop === 0 : config.trustProxy,
    bodyLimit: config.bodyLimit,
    // The time between two reads is limited by `overload`.
    requestTimeout: HEADERS_TIMEOUT_MS + Math.ceil(config.bodyLimit / SLOWEST_UPLOAD),
    connectionTimeout: config.upstreamTimeoutMs + SILENCE_MS,
    requestIdHeader: false,
    // Requests during the shutdown are answered as usual (see health/drain.ts).
    return503OnClosing: false,
    genReqId: ({ headers }) => requestId(headers["x-request-id"]),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) =>
      sendProblem(reply, problems.badRequest("The address cannot be read.")),
  } satisfies FastifyServerOptions;
  const server = {
    shouldUpgradeCallback: (request: IncomingMessage) =>
      isRealtimeUpgrade(request) && !app.overload.isSurplus(request.socket),
    optimizeEmptyRequests: true,
    // Node's own answer has no request id.
    requireHostHeader: false,
  };
  const app: FastifyInstance = config.tls
    ? Fastify({ ...settings, https: { ...config.tls, ...server } })
    : Fastify({ ...settings, http: server });
  app.server.prependListener("request", noteAnswer);
  app.server.on("checkExpectation", (request, response) => {
    // Only `100-continue` is known, and a server may ignore others (RFC 9110, 10.1.1).
    app.server.emit("request", request, response);
  });
  app.addHook("onRequest", ({ raw: request }, { raw }, done) => {
    if (!hasOneHost(request)) throw problems.badRequest("The request needs one Host.");
    const preceding = precedingWrite(raw);
    if (preceding) preceding.once("close", () => done());
    else done();
  });

  app.decorate("clock", options.clock ?? Date.now);
  app.decorate("elapsed", options.elapsed ?? options.clock ?? (() => performance.now()));
  app.decorate("requestId", requestId);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.statusCode >= 500) request.log.error({ err: error }, "request failed");
    return sendProblem(reply, problem);
  });
  logRequests(app);
  // Without a body a request emits no events (`optimizeEmptyRequests`), and the reader of a body waits for its end.
  app.addHook("preParsing", (request, _reply, body, done) => {
    const isRead = request.headers["content-type"] !== undefined && body.readableEnded;
    done(null, isRead ? Readable.from([]) : body);
  });

  await app.register(reload, { files: config.files, ...options.reload, read: options.reload?.read });
  if (config.tls) renewCertificate(app);
  await app.register(metrics, { port: config.metricsPort, host: config.host, version: VERSION });
  await app.register(tracing, { endpoint: config.tracesEndpoint, version: VERSION });
  await app.register(security, { config });
  await app.register(overload, { config });
  await app.register(health, { timeoutMs: config.upstreamHealthTimeoutMs });
  await app.register(supervisor, {
    config,
    entry: options.embeddedApi ?? EMBEDDED_API,
    reporter: options.reporter,
  });
  await app.register(upstream, { timeoutMs: config.upstreamTimeoutMs, surveys: config.upstreamSurvey });
  await app.register(valkey, { url: config.cache.valkeyUrl });
  await app.register(session, { config });
  await app.register(cache, { config: config.cache });
  await app.register(proxy, { config });
  await app.register(unsubscribe);
  await app.register(appLinks, { config });
  await app.register(realtime, { config, limits: options.realtimeLimits ?? {} });
  await app.register(push, { config, settings: options.pushSettings ?? {} });
  await app.register(async (pages) => {
    await policy(pages, { config });
    await pages.register(spa, { config, folder: options.client ?? config.clientFolder ?? CLIENT, version: VERSION });
  });
  return app;
}

/** RFC 9112, 3.2: one for HTTP/1.1, never several. */
function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

function renewCertificate(app: FastifyInstance): void {
  const { server } = app;
  app.onReload(({ tls }) => {
    if (tls && server instanceof HttpsServer) server.setSecureContext(tls);
  });
}

function requestId(header: string | string[] | undefined): string {
  return typeof header === "string" && REQUEST_ID.test(header) ? header : nextId();
}

/** This process's part of its request ids. A counter follows, which is cheaper than a random part for each request. */
const ID_PREFIX = randomUUID().slice(0, -12);
/** The smallest number of twelve hexadecimal digits, the length of the rest. */
let lastId = 16 ** 11;

function nextId(): string {
  return ID_PREFIX + (++lastId).toString(16);
}

/** Log lines for a collector: time and level as text, and the program with its version. */
function logOptions(level: string, { clock = Date.now, logOutput }: AppOptions) {
  return {
    level,
    ...(logOutput && { stream: logOutput }),
    base: { service: "lamina-bff", version: VERSION },
    timestamp: isoTimestamp(clock),
    formatters: { level: (label: string) => ({ level: label }) },
  };
}

/** The time of a log line. Lines of one millisecond share their text, so that it is formatted once. */
function isoTimestamp(clock: () => number): () => string {
  let at = Number.NaN;
  let text = "";
  return () => {
    const now = clock();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/**
 * Logs one line per request, without its query. Cache hits are logged only at level debug, because a line costs more
 * than a hit; see `cache/lane.ts`.
 */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    done();
    if (app.metrics.isProbe(request)) return;
    const cacheStatus = reply.getHeader("cache-status");
    const level = String(cacheStatus ?? "").startsWith("bff; hit; ttl") ? "debug" : "info";
    if (level === "debug" && !DEBUGGING.has(app.log.level)) return;
    const { method, url, ip } = request;
    const { statusCode: status, elapsedTime } = reply;
    const ms = Math.round(elapsedTime);
    const path = withoutKey(url.split("?", 1)[0] ?? "", "/api");
    request.log[level]({ method, path, status, ms, ip, cacheStatus }, "request");
  });
}

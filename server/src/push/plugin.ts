import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { deviceOf } from "@lamina/shared/access/device-name";
import { FORMS_NO_TOPIC, ProblemId } from "@lamina/shared/core/errors";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { isTopicUser } from "@lamina/shared/messages/broker";
import { PushAddress, type PushDevice, type PushOutcome } from "@lamina/shared/messages/push";
import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { LRUCache } from "lru-cache";
import { Counter, Gauge } from "prom-client";
import type { Config } from "../config.ts";
import { ProblemError, problems, reasonOf, TokenError } from "../errors.ts";
import { atMost } from "../lru.ts";
import type { Proof } from "../session/tokens.ts";
import { Attempts } from "./attempts.ts";
import { Channels } from "./channels.ts";
import { DELIVERY_TIMES, Delivery, type DeliveryTimes, OUTCOMES } from "./delivery.ts";
import { areBrowserKeys } from "./encryption.ts";
import { FileStore } from "./file-store.ts";
import { TEST_MESSAGE } from "./message.ts";
import { isPublicAddress, isPushEndpoint } from "./public-address.ts";
import { PushRegistry, type RegistryLimits } from "./registry.ts";
import { pushAgent } from "./sender.ts";
import { ValkeyStore } from "./valkey-store.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The channels of this moment, as `/config.json` names them; undefined where push is off. */
    pushChannels: () => RuntimeConfig["push"];
  }
}

/** What a test changes, because its push service is on this machine. */
export interface PushSettings extends DeliveryTimes, RegistryLimits {
  /** Pause before the second attempt, where the push service names none, in milliseconds; it doubles. */
  retryMs: number;
  /** Interval at which unsent messages of other processes are looked for, in milliseconds. */
  adoptMs: number;
  isAllowed: (address: string) => boolean;
  ports: readonly number[];
  ca?: string;
}

export interface PushOptions {
  config: Pick<Config, "push" | "stateDir">;
  settings?: Partial<PushSettings>;
}

const SETTINGS: PushSettings = {
  ...DELIVERY_TIMES,
  retryMs: 2_000,
  adoptMs: MINUTE_MS,
  perUser: 20,
  total: 10_000,
  isAllowed: isPublicAddress,
  ports: [443],
};
const PATH = "/push/subscriptions";
const BODY_LIMIT = 8_192;
/** A token is proved again before it registers a device. */
const PROOF_MS = 60_000;
/** Pause between two tests of one user. */
const TEST_MS = 5_000;

const REFUSALS = {
  missing: problems.tokenNotFound,
  malformed: problems.tokenMalformed,
  expired: problems.tokenExpired,
  rejected: problems.tokenRejected,
  unavailable: problems.upstreamUnreachable,
} as const;

/** `/push`: registers devices, and sends them what no open page has shown (readings, 28). */
export const push = fastifyPlugin<PushOptions>(
  async (app, { config, settings: changed }) => {
    const settings = { ...SETTINGS, ...changed };
    const store = app.valkey ? new ValkeyStore(app.valkey) : new FileStore(config.stateDir, app.log);
    const agent = pushAgent(settings.isAllowed, settings.ca);
    const open = (push: Config["push"]) =>
      new Channels({ config: push, agent, ownKeys: () => store.keys(), clock: app.clock });
    let current = config.push;
    let channels = open(current);
    app.onReload(({ push }) => {
      if (isDeepStrictEqual(push, current)) return;
      current = push;
      channels.close();
      channels = open(push);
    });

    const followed = new Map<string, () => void>();
    const registry: PushRegistry = new PushRegistry({
      store,
      clock: app.clock,
      limits: settings,
      onUsers(users) {
        for (const [userName, stop] of followed) {
          if (users.has(userName)) continue;
          stop();
          followed.delete(userName);
        }
        for (const userName of users) {
          if (followed.has(userName)) continue;
          const stop = app.followNotifications(userName, {
            arrived: (message) => delivery.arrived(userName, message),
            acknowledged: (ack, device) => delivery.acknowledged(userName, ack, device),
          });
          followed.set(userName, stop);
        }
      },
    });
    const count = counters(app, registry);
    const { clock, log } = app;
    const { retryMs } = settings;
    const senderOf = (kind: PushDevice["kind"]) => channels.senderOf(kind);
    const attempts = new Attempts({ registry, store, senderOf, retryMs, clock, log });
    const delivery = new Delivery({ registry, store, attempts, times: settings, clock, count, log });

    let isOpen = false;
    await registry.open().then(
      () => {
        isOpen = true;
      },
      (error: unknown) => app.log.warn({ reason: reasonOf(error) }, "push is off: STATE_DIR cannot be used"),
    );
    app.decorate("pushChannels", () => {
      const target = app.upstreamTarget.current;
      const { names } = channels;
      return isOpen && target?.broker && Object.keys(names).length > 0 ? names : undefined;
    });

    const adopt = () =>
      attempts.adopt().then(
        (outcomes) => outcomes.forEach(count),
        (error: unknown) => attempts.isClosing || log.warn({ err: error }, "push failed"),
      );
    const adopting = setInterval(() => void adopt(), settings.adoptMs).unref();
    if (isOpen) void adopt();

    const ended = (error: unknown) => app.log.warn({ reason: reasonOf(error) }, "push subscriptions not removed");
    const stopHearing = app.tokens.onRejected((hash) => void registry.rejected(hash).catch(ended));
    const cleaning = setInterval(() => void registry.removeExpired().catch(ended), HOUR_MS).unref();
    app.addHook("onClose", async () => {
      stopHearing();
      clearInterval(cleaning);
      clearInterval(adopting);
      await delivery.close();
      channels.close();
      await store.close();
      await agent.destroy();
    });

    const proofOf = async (request: FastifyRequest): Promise<Proof> => {
      const { method, url, headers, ip, socket } = request;
      const caller = app.session.identify(method, url, headers.authorization, socket);
      if (!caller) throw problems.tokenNotFound();
      try {
        return await app.tokens.prove(caller.token, { maxAgeMs: PROOF_MS, address: ip });
      } catch (error) {
        throw error instanceof TokenError ? REFUSALS[error.reason]() : error;
      }
    };
    const tested = new LRUCache<string, number>(atMost(settings.total));

    await app.register(async (scope) => {
      scope.addHook("onRequest", async (_request, reply) => {
        reply.header("cache-control", "no-store");
        if (!isOpen) throw problems.notFound();
      });
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("application/json", async (request: FastifyRequest, payload: Readable) => {
        const body = await app.overload.readBody(request, payload, BODY_LIMIT);
        try {
          return JSON.parse(body.toString());
        } catch {
          throw problems.badRequest("The body is no JSON.");
        }
      });

      scope.post(PATH, async (request, reply) => {
        const { claims, hash: tokenHash } = await proofOf(request);
        const address = PushAddress.safeParse(request.body).data;
        if (!address) throw problems.badRequest("The body must be {kind, endpoint, keys} or {kind, token}.");
        if (!isTopicUser(claims.name)) throw problems.badRequest(`The user name ${FORMS_NO_TOPIC}.`);
        if (!channels.senderOf(address.kind)) throw problems.badRequest("This channel is not configured here.");
        if (address.kind === "web") {
          if (!isPushEndpoint(address.endpoint, settings)) {
            throw problems.badRequest("The endpoint must be https, at a public address.");
          }
          if (!areBrowserKeys(address.keys)) throw problems.badRequest("The keys are none of a browser.");
        }
        const owner = { userName: claims.name, device: deviceOf(request.headers["user-agent"]), tokenHash };
        const { id, isNew } = await registry.add(address, owner);
        return reply.code(isNew ? 201 : 200).send({ id });
      });

      scope.get(PATH, async (request): Promise<PushDevice[]> => {
        const { claims } = await proofOf(request);
        const own = registry.of(claims.name);
        const successes = await store.successes(own.map(({ id }) => id));
        return own.map(({ id, address, device, since }, index) => {
          const success = successes[index] ?? null;
          const lastSuccess = success === null ? null : new Date(success).toISOString();
          return { id, kind: address.kind, device, since: new Date(since).toISOString(), lastSuccess };
        });
      });

      scope.delete<{ Params: { id: string } }>(`${PATH}/:id`, async (request, reply) => {
        const { claims } = await proofOf(request);
        const own = registry.of(claims.name).find(({ id }) => id === request.params.id);
        if (!own) throw problems.notFound();
        await registry.remove(own.id);
        return reply.code(204).send();
      });

      scope.post("/push/test", async (request): Promise<PushOutcome[]> => {
        const { claims } = await proofOf(request);
        const now = app.clock();
        if (now - (tested.get(claims.name) ?? Number.NEGATIVE_INFINITY) < TEST_MS) throw tooSoon();
        tested.set(claims.name, now);
        const messageId = randomUUID();
        return Promise.all(
          registry.of(claims.name).map(async (own) => {
            const answer = await attempts.once(own, { ...TEST_MESSAGE, id: messageId });
            const outcome = answer.result === "again" ? "failed" : answer.result;
            count(outcome);
            const status = "status" in answer && answer.status !== undefined ? { status: answer.status } : {};
            return { id: own.id, device: own.device, messageId, outcome, ...status };
          }),
        );
      });
    });
  },
  { name: "push", dependencies: ["metrics", "overload", "session", "valkey", "realtime"] },
);

function tooSoon(): ProblemError {
  const headers = { "retry-after": String(TEST_MS / 1000) };
  return new ProblemError(ProblemId.busy, 429, "Too many tests", "Wait before the next test.", { headers });
}

function counters(app: FastifyInstance, registry: PushRegistry): (outcome: (typeof OUTCOMES)[number]) => void {
  const registers = [app.metrics.registry];
  const pushes = new Counter({
    name: "bff_pushes_total",
    help: "Messages to devices by outcome: taken by the push service, device gone, failed, channel off, subscription ended while it waited; and messages that no device got",
    labelNames: ["outcome"] as const,
    registers,
  });
  for (const outcome of OUTCOMES) pushes.inc({ outcome }, 0);
  new Gauge({
    name: "bff_push_subscriptions",
    help: "Devices that get messages with the app closed",
    registers,
    collect() {
      this.set(registry.size);
    },
  });
  return (outcome) => pushes.inc({ outcome });
}

import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { alertNames } from "@lamina/shared/records/text";
import { eq } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import type { Job } from "../core/jobs.ts";
import { clients } from "../schema/clients.ts";
import { type AlertMails, digestJob } from "./digests/digest.ts";
import { createDelivery, type OpenAlert } from "./inbox/delivery.ts";
import { inboxStore, type NotificationRow } from "./inbox/inbox-store.ts";
import type { Observation } from "./observe/observation.ts";
import type { Rule } from "./rules/default-rules.ts";
import { rulesAt, rulesOf } from "./rules/rules.ts";
import { type Situation, situationsOf, subjectOf } from "./rules/situation.ts";
import { addBuiltInRules } from "./rules/store.ts";
import { alertTimesStore } from "./watch/alert-times.ts";
import { sensorsToEvaluate } from "./watch/calm.ts";
import { createEvaluator, type Evaluation, type EvaluationSources } from "./watch/evaluation.ts";
import { forStoppingRules } from "./watch/stops.ts";
import { collectTouched, placesOf, type Touched } from "./watch/touched.ts";
import { addWebhookCall, alertEvent } from "./webhook/events.ts";
import { webhookJob } from "./webhook/job.ts";
import type { WebhookNetwork } from "./webhook/send.ts";

/** Interval of evaluation of what new events touched. */
const ALERT_INTERVAL_MS = 1_000;
/** Interval of the search for due clients: silence, repetitions, the end of a day or of quiet hours. */
const ALERT_ROUND_MS = MINUTE_MS;
/**
 * Time from an event until the evaluation of what changes slowly: the use of permits, and balances beside probes. It
 * needs whole clients, so that it must not follow each message.
 */
const SLOW_MS = 10 * MINUTE_MS;

const CLIENTS_AT_ONCE = 4;

/** Evaluates the situations on the farms, updates the inbox and notifies the users. */
export interface Alerts {
  /** Evaluates everything that new events affect. */
  settle(input?: string): Promise<void>;
  settleAll(): Promise<void>;
  jobs: Job[];
}

interface AlertSources extends EvaluationSources {
  /** Undefined: alerts are not mailed. */
  mail?: AlertMails | undefined;
  network?: WebhookNetwork | undefined;
}

export function createAlerts(context: Context, { mail, network, ...sources }: AlertSources): Alerts {
  const { database, clock, events } = context;
  const evaluator = createEvaluator(context, sources);
  const delivery = createDelivery(context);
  const touched = collectTouched(events);
  let hasLooked = false;
  events.on("record", async ({ entity, recordId, before, after }) => {
    if (entity === "Client" && before === undefined && after !== undefined)
      await addBuiltInRules(database, recordId, clock.now());
  });

  async function clientsInUse(): Promise<string[]> {
    const rows = await database.select({ _id: clients._id }).from(clients).where(eq(clients.active, true));
    return rows.map(({ _id }) => _id);
  }

  async function evaluate(evaluation: Evaluation, now: Date): Promise<void> {
    const { clientIds, types, covers, nextAt } = evaluation;
    const rules = await rulesOf(database, clientIds);
    const observations = [
      ...evaluation.observations,
      ...(await forStoppingRules(database, evaluation.observations, rules, now)),
    ];
    const rows = (await inboxStore.open(database, clientIds, types)).filter(covers);
    const open = new Map(rows.map((row) => [subjectOf(row.key), row] as const));
    const situations = situationsOf(observations, rules, (subject) => open.has(subject));

    const { alreadyOpen, fresh } = sorted(situations, open);
    const held = new Set(situations.map(({ subject }) => subject));
    const ended = [...open].filter(([subject]) => !held.has(subject));
    const endedIds = ended.map(([, { _id }]) => _id);
    if (endedIds.length > 0)
      await database.transaction(async (transaction) => {
        for (const row of await inboxStore.end(transaction, endedIds, now))
          await addWebhookCall(transaction, alertEvent("alert.ended", row), row.clientId, now);
      });
    const raised = await raise(fresh, now);
    const sendAt = await delivery.deliver([...alreadyOpen, ...raised], now);
    const times = clientIds.map((clientId) => [sendAt.get(clientId), nextAt?.get(clientId)]);
    const changes = changeTimes(observations, rules, now);
    const next = clientIds.flatMap((clientId, index): [string, number][] => {
      const at = Math.min(...[...(times[index] ?? []), changes.get(clientId)].flatMap((time) => time ?? []));
      return Number.isFinite(at) ? [[clientId, at]] : [];
    });
    if (nextAt) await alertTimesStore.save(database, new Map(next), now);
    else await alertTimesStore.bringForward(database, new Map(next));
    for (const { _id, clientId } of [...ended.map(([, row]) => row), ...raised.map(({ row }) => row)])
      await events.emit("alert", { clientId, notificationId: _id });
  }

  /** Adds new situations to the inbox; an alert that a person closed remains closed. */
  async function raise(situations: readonly Situation[], now: Date): Promise<OpenAlert[]> {
    const byKey = new Map(situations.flatMap((situation) => (situation.key ? [[situation.key, situation]] : [])));
    // A text may need the plan of the day, and the situation of an alert that a person closed may last for days.
    const known = await inboxStore.known(database, [...byKey.keys()]);
    const fresh = [...byKey].filter(([key]) => !known.has(key));
    const added = await inboxStore.add(
      database,
      await Promise.all(fresh.map(([key, situation]) => newAlert(key, situation, now))),
    );
    const isNew = new Set(added.map(({ key }) => key));
    const back = await inboxStore.reopen(
      database,
      [...byKey.keys()].filter((key) => !isNew.has(key)),
      now,
    );
    return [...added, ...back].flatMap((row) => {
      const situation = byKey.get(row.key);
      return situation ? [{ row, situation }] : [];
    });
  }

  /** What events touched, without the readings and clients that nothing follows from. */
  async function takeTouched(): Promise<Touched> {
    const taken = touched.take();
    if (taken.sensorIds.size === 0) return taken;
    try {
      const at = new Date(clock.now().getTime() + SLOW_MS);
      const sensorIds = await sensorsToEvaluate(database, taken.sensorIds, { clientIds: taken.ownerIds, at });
      const { farmIds, pivotIds, sectorIds, decidedIds } = taken;
      const isCalm = [sensorIds, farmIds, pivotIds, sectorIds, decidedIds].every(({ size }) => size === 0);
      return { ...taken, sensorIds, ...(isCalm && { ownerIds: new Set<string>() }) };
    } catch (error) {
      touched.putBack(taken);
      throw error;
    }
  }

  async function settle(input?: string): Promise<void> {
    const taken = input === undefined ? await takeTouched() : touched.parse(input);
    try {
      await evaluateClients([...taken.clientIds]);
      const places = await placesOf(database, taken);
      // A client that was evaluated as a whole needs no second evaluation.
      const others = [...taken.ownerIds].filter((clientId) => !taken.clientIds.has(clientId));
      if (places && others.length > 0) await evaluate(await evaluator.at(places, others, clock.now()), clock.now());
      const slow = clock.now().getTime() + SLOW_MS;
      await alertTimesStore.bringForward(database, new Map(others.map((clientId) => [clientId, slow])));
    } catch (error) {
      // A task is tried again by itself.
      if (input === undefined) touched.putBack(taken);
      throw error;
    }
  }

  /** Skips inactive clients. Some clients at a time, so that requests are answered in between. */
  async function evaluateClients(given: readonly string[]): Promise<void> {
    if (given.length === 0) return;
    const clientIds = (await clientsInUse()).filter((clientId) => given.includes(clientId));
    for (let first = 0; first < clientIds.length; first += CLIENTS_AT_ONCE) {
      const now = clock.now();
      await evaluate(await evaluator.atAll(clientIds.slice(first, first + CLIENTS_AT_ONCE), now), now);
    }
  }

  async function settleAll(): Promise<void> {
    touched.putBack({ clientIds: new Set(await clientsInUse()) });
    await settle();
  }

  return {
    settle,
    settleAll,
    jobs: [
      {
        name: "alerts",
        intervalMs: ALERT_INTERVAL_MS,
        take: async () => touched.serialize(await takeTouched()),
        run: settle,
      },
      {
        name: "alert round",
        intervalMs: ALERT_ROUND_MS,
        async due() {
          await delivery.sendMissed(clock.now());
          if (hasLooked) return alertTimesStore.due(database, clock.now());
          // A program that was killed has lost what events touched.
          const all = await clientsInUse();
          hasLooked = true;
          return all;
        },
        run: (clientId) => (clientId === undefined ? settleAll() : evaluateClients([clientId])),
      },
      digestJob(context, mail),
      webhookJob(context, network),
    ],
  };
}

/** By client, when an observation may next change by time alone (ms since the epoch). */
function changeTimes(observations: readonly Observation[], rules: readonly Rule[], now: Date): Map<string, number> {
  const next = new Map<string, number>();
  for (const { changesAt, types, place } of observations) {
    if (changesAt === undefined) continue;
    for (const { threshold } of rulesAt(rules, types[0], place)) {
      const at = changesAt(threshold ?? undefined);
      if (at > now.getTime()) next.set(place.clientId, Math.min(at, next.get(place.clientId) ?? at));
    }
  }
  return next;
}

/** Situations that already have an alert, and those that need one. */
function sorted(situations: readonly Situation[], open: ReadonlyMap<string, NotificationRow>) {
  const alreadyOpen: OpenAlert[] = [];
  const fresh: Situation[] = [];
  for (const situation of situations) {
    const row = open.get(situation.subject);
    if (row) alreadyOpen.push({ row, situation });
    else fresh.push(situation);
  }
  return { alreadyOpen, fresh };
}

/** The moment or the day of a beginning; a month has neither. */
const beganAt = (since: string | null) => (since !== null && since.length >= "2026-01-01".length ? since : null);

async function newAlert(key: string, { type, rule, observation }: Situation, now: Date) {
  const { place, link } = observation;
  return {
    _id: randomUUID(),
    key,
    ...place,
    ruleId: rule._id,
    date: now,
    since: beganAt(observation.since),
    createdAt: now,
    updatedAt: now,
    type,
    severity: rule.severity,
    title: alertNames[type],
    message: await observation.message(),
    link,
  };
}

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import type { Job } from "../core/jobs.ts";
import type { Decisions } from "../irrigation/decisions/service.ts";
import { clients } from "../schema/clients.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { createDelivery, type OpenAlert } from "./inbox/delivery.ts";
import { inboxStore, type NotificationRow } from "./inbox/inbox-store.ts";
import { loadFarmTree } from "./observe/farm-tree.ts";
import type { Observation } from "./observe/observation.ts";
import { TITLES } from "./observe/text.ts";
import { rulesOf } from "./rules/rules.ts";
import { type Situation, situationsOf, subjectOf } from "./rules/situation.ts";
import { addBuiltInRules } from "./rules/store.ts";
import { watchDevices } from "./watch/devices.ts";
import { createDivergenceWatch } from "./watch/divergence.ts";
import { watchPermits } from "./watch/permits.ts";
import { watchPivots } from "./watch/pivots.ts";
import { watchBalances, watchRecommendations } from "./watch/sectors.ts";
import { watchForecasts, watchStations } from "./watch/weather.ts";

/** Interval of evaluation for clients with new events. */
const ALERT_INTERVAL_MS = 1_000;
/** Interval of evaluation for all clients, because silence, repetitions and quiet hours cause no event. */
const ALERT_ROUND_MS = 60_000;

/** Evaluates the situations on the farms, updates the inbox and notifies the users. */
export interface Alerts {
  /** Evaluates every client with new events. */
  settle(): Promise<void>;
  /** Evaluates every client. */
  settleAll(): Promise<void>;
  jobs: Job[];
}

interface AlertSources {
  telemetry: Pick<Telemetry, "latest" | "dayAggregates" | "hourAggregates">;
  decisions: Pick<Decisions, "states" | "sensorSummaries">;
}

export function createAlerts(context: Context, { telemetry, decisions }: AlertSources): Alerts {
  const { database, clock, events } = context;
  const listeningSince = clock.now();
  const watchDivergence = createDivergenceWatch(decisions);
  const delivery = createDelivery(context);
  const dirtyClients = new Set<string>();
  const markDirty = ({ clientId }: { clientId: string }) => void dirtyClients.add(clientId);
  for (const name of ["readings", "pivotStatus", "forecast", "balance", "recommendation", "record"] as const)
    events.on(name, markDirty);
  events.on("record", async ({ entity, recordId, before, after }) => {
    if (entity === "Client" && before === undefined && after !== undefined)
      await addBuiltInRules(database, recordId, clock.now());
  });

  async function clientsInUse(): Promise<string[]> {
    const rows = await database.select({ _id: clients._id }).from(clients).where(eq(clients.active, true));
    return rows.map(({ _id }) => _id);
  }

  async function observe(clientIds: readonly string[], now: Date): Promise<Observation[]> {
    const sites = await loadFarmTree(database, clientIds);
    return [
      ...(await watchPivots(database, sites, now)),
      ...(await watchBalances(database, sites, now)),
      ...(await watchRecommendations(database, sites, now)),
      ...(await watchStations(database, telemetry, sites, now)),
      ...(await watchForecasts(database, sites, now)),
      ...(await watchDevices(database, sites, now, listeningSince)),
      ...(await watchPermits({ database, telemetry }, sites, now)),
      ...(await watchDivergence(sites, now)),
    ];
  }

  /** Skips inactive clients. */
  async function evaluateClients(dirtyIds: readonly string[]): Promise<void> {
    if (dirtyIds.length === 0) return;
    const clientIds = (await clientsInUse()).filter((clientId) => dirtyIds.includes(clientId));
    const now = clock.now();
    const [observations, rules] = [await observe(clientIds, now), await rulesOf(database, clientIds)];
    const open = new Map((await inboxStore.open(database, clientIds)).map((row) => [subjectOf(row.key), row] as const));
    const situations = situationsOf(observations, rules, (subject) => open.has(subject));

    const { standing, fresh } = sorted(situations, open);
    const held = new Set(situations.map(({ subject }) => subject));
    const ended = [...open].filter(([subject]) => !held.has(subject));
    await inboxStore.end(
      database,
      ended.map(([, { _id }]) => _id),
      now,
    );
    const raised = await raise(fresh, now);
    await delivery.deliver([...standing, ...raised], now);
    for (const { _id, clientId } of [...ended.map(([, row]) => row), ...raised.map(({ row }) => row)])
      await events.emit("alert", { clientId, notificationId: _id });
  }

  /** Adds new situations to the inbox; an alert that a person closed remains closed. */
  async function raise(situations: readonly Situation[], now: Date): Promise<OpenAlert[]> {
    const byKey = new Map(situations.flatMap((situation) => (situation.key ? [[situation.key, situation]] : [])));
    const added = await inboxStore.add(
      database,
      [...byKey].map(([key, situation]) => newAlert(key, situation, now)),
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

  async function settle(): Promise<void> {
    const clientIds = [...dirtyClients];
    dirtyClients.clear();
    try {
      await evaluateClients(clientIds);
    } catch (error) {
      for (const clientId of clientIds) dirtyClients.add(clientId);
      throw error;
    }
  }

  async function settleAll(): Promise<void> {
    for (const clientId of await clientsInUse()) dirtyClients.add(clientId);
    await settle();
  }

  return {
    settle,
    settleAll,
    jobs: [
      { name: "alerts", intervalMs: ALERT_INTERVAL_MS, run: settle },
      { name: "alert round", intervalMs: ALERT_ROUND_MS, run: settleAll },
    ],
  };
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
  return { standing: alreadyOpen, fresh };
}

function newAlert(key: string, { type, rule, observation }: Situation, now: Date) {
  const { place, message, link } = observation;
  return {
    _id: randomUUID(),
    key,
    ...place,
    ruleId: rule._id,
    date: now,
    createdAt: now,
    updatedAt: now,
    type,
    severity: rule.severity,
    title: TITLES[type],
    message,
    link,
  };
}

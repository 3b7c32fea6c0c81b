import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import type { Job } from "../core/jobs.ts";
import type { Decisions } from "../irrigation/decisions/service.ts";
import { clients } from "../schema/clients.ts";
import type { Telemetry } from "../telemetry/service.ts";
import { createDelivery, type OpenAlert } from "./inbox/delivery.ts";
import { inboxStore, type NotificationRow } from "./inbox/inbox-store.ts";
import { TITLES } from "./observe/text.ts";
import { rulesOf } from "./rules/rules.ts";
import { type Situation, situationsOf, subjectOf } from "./rules/situation.ts";
import { addBuiltInRules } from "./rules/store.ts";
import { createLooks, type Look } from "./watch/look.ts";
import { collectTouched, placesOf } from "./watch/touched.ts";

/** Interval of evaluation of what new events touched. */
const ALERT_INTERVAL_MS = 1_000;
/** Interval of evaluation for all clients, because silence, repetitions and quiet hours cause no event. */
const ALERT_ROUND_MS = 60_000;

const CLIENTS_AT_ONCE = 20;

/** Evaluates the situations on the farms, updates the inbox and notifies the users. */
export interface Alerts {
  /** Evaluates what new events touched. */
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
  const looks = createLooks(context, { telemetry, decisions });
  const delivery = createDelivery(context);
  const touched = collectTouched(events);
  events.on("record", async ({ entity, recordId, before, after }) => {
    if (entity === "Client" && before === undefined && after !== undefined)
      await addBuiltInRules(database, recordId, clock.now());
  });

  async function clientsInUse(): Promise<string[]> {
    const rows = await database.select({ _id: clients._id }).from(clients).where(eq(clients.active, true));
    return rows.map(({ _id }) => _id);
  }

  async function evaluate({ clientIds, observations, types, covers }: Look, now: Date): Promise<void> {
    const rules = await rulesOf(database, clientIds);
    const rows = (await inboxStore.open(database, clientIds, types)).filter(covers);
    const open = new Map(rows.map((row) => [subjectOf(row.key), row] as const));
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
    const taken = touched.take();
    try {
      await evaluateClients([...taken.clientIds]);
      const places = await placesOf(database, taken);
      // A client that was evaluated as a whole needs no second evaluation.
      const others = [...taken.ownerIds].filter((clientId) => !taken.clientIds.has(clientId));
      if (places && others.length > 0) await evaluate(await looks.at(places, others, clock.now()), clock.now());
    } catch (error) {
      touched.putBack(taken);
      throw error;
    }
  }

  /** Skips inactive clients. Some clients at a time, so that requests are answered in between. */
  async function evaluateClients(given: readonly string[]): Promise<void> {
    if (given.length === 0) return;
    const clientIds = (await clientsInUse()).filter((clientId) => given.includes(clientId));
    for (let first = 0; first < clientIds.length; first += CLIENTS_AT_ONCE) {
      const now = clock.now();
      await evaluate(await looks.atAll(clientIds.slice(first, first + CLIENTS_AT_ONCE), now), now);
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

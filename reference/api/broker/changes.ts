import { CHANGES_TOPIC } from "@lamina/shared/messages/broker";
import type { ChangeMessage } from "@lamina/shared/records/alert";
import { eq } from "drizzle-orm";
import { listenersOf } from "../access/identity/audience.ts";
import { type Concern, concernOf, joined } from "../core/concern.ts";
import type { Context } from "../core/context.ts";
import type { Database } from "../core/database/open.ts";
import type { DomainEvents } from "../core/domain-events.ts";
import type { RecordEntity } from "../core/record-changed.ts";
import { monitors, sensors } from "../schema/telemetry.ts";
import { rememberByClient } from "./remembered.ts";

/** Minimum time between two messages on changes of a client. */
const CHANGES_INTERVAL_MS = 500;
/**
 * The first change after a quiet time is sent this soon, with others of the same time. Short, because the BFF's cache
 * adds its own time and a screen must be up to date within 2 s.
 */
const GATHER_MS = 50;

/** Longer lists are left out, because the message then concerns about everything. */
const MAX_IDS = 200;

/** Entities of the API that each event changes. A record's event names its own. */
const CHANGED: Partial<Record<keyof DomainEvents, readonly string[]>> = {
  readings: ["Reading", "SensorSummary", "Device"],
  pivotStatus: ["PivotStatus"],
  weather: ["WeatherDaily"],
  forecast: ["Forecast"],
  balance: ["Balance"],
  recommendation: ["Recommendation"],
  alert: ["Notification"],
};

/** Notifies the users of a client, on the topic `changes`, that entities of it have changed. */
interface Changes {
  close(): Promise<void>;
  /** Forgets what it loaded, because notices of other processes may have been lost. */
  forget(): void;
}

/** Records that decide who is notified, and where a sensor is. */
const AUDIENCE: ReadonlySet<RecordEntity> = new Set(["User", "UsersGroup", "Client"]);
const PLACES: ReadonlySet<RecordEntity> = new Set(["Sensor", "Device", "Monitor", "Farm", "Pivot", "PivotSector"]);

interface Pending {
  entities: Set<string>;
  /** Undefined: everything of the client. */
  concern: Concern | undefined;
  timer: NodeJS.Timeout;
}

export function publishChanges(
  { database, clock, events, publisher, log }: Context,
  intervalMs = CHANGES_INTERVAL_MS,
): Changes {
  // Cached, because only a person's change affects it, not a device's message.
  const audience = rememberByClient({ events, clock }, AUDIENCE, (clientId) => listenersOf(database, [clientId]));
  const places = rememberByClient({ events, clock }, PLACES, (clientId) => sensorPlaces(database, clientId));
  /** By client: changes to send when the timer ends; empty right after sending. */
  const pending = new Map<string, Pending>();
  const underWay = new Set<Promise<void>>();
  let closed = false;
  let version = 0;

  function note(event: DomainEvents[keyof DomainEvents], entities: readonly string[]): void {
    const client = pending.get(event.clientId) ?? wait(event.clientId, Math.min(GATHER_MS, intervalMs));
    for (const entity of entities) client.entities.add(entity);
    // Joined at once, because an import causes thousands of events.
    client.concern = joined([client.concern, concernOf(event)]);
  }

  function wait(clientId: string, ms: number) {
    const timer = setTimeout(() => publishSoon(clientId), ms);
    const client: Pending = { entities: new Set(), concern: {}, timer };
    pending.set(clientId, client);
    return client;
  }

  function publishSoon(clientId: string): void {
    const publishing = tell(clientId)
      .catch((error: unknown) => log.warn({ err: error }, "changes not published"))
      .finally(() => underWay.delete(publishing));
    underWay.add(publishing);
  }

  async function tell(clientId: string): Promise<void> {
    const client = pending.get(clientId);
    pending.delete(clientId);
    if (client === undefined || client.entities.size === 0) return;
    if (!closed) wait(clientId, intervalMs);
    const listeners = await audience.of(clientId);
    // Of the time, so that it grows across processes and starts, too.
    version = Math.max(version + 1, Date.now());
    const message: ChangeMessage = {
      clientId,
      entities: [...client.entities].sort(),
      ...(await namedRecords(client.concern, () => places.of(clientId))),
      version,
      listeners: new Set(listeners.map(({ userName }) => userName)).size,
    };
    await Promise.all(listeners.map(({ userName }) => publisher.publishToUser(userName, CHANGES_TOPIC, message)));
  }

  const unsubscribe = [
    events.on("record", (event) => note(event, [event.entity])),
    ...(Object.keys(CHANGED) as (keyof DomainEvents)[]).map((name) =>
      events.on(name, (event) => note(event, CHANGED[name] ?? [])),
    ),
  ];
  return {
    forget() {
      audience.clear();
      places.clear();
    },
    async close() {
      closed = true;
      for (const end of unsubscribe) end();
      for (const [clientId, { timer }] of pending) {
        clearTimeout(timer);
        publishSoon(clientId);
      }
      await Promise.all(underWay);
    },
  };
}

/** The lists of a message: the records of a concern, with the devices, monitors and sectors of its sensors. */
async function namedRecords(
  concern: Concern | undefined,
  places: () => Promise<SensorPlaces>,
): Promise<Omit<Concern, "sensorIds">> {
  if (concern === undefined) return {};
  const { sensorIds = [], ...named } = concern;
  const all = sensorIds.length === 0 ? named : joined([named, besideSensors(await places(), sensorIds)]);
  return Object.values(all ?? {}).some((ids) => ids.length > MAX_IDS) ? {} : (all ?? {});
}

/** The devices of a client's sensors, and the monitors with their sensors. */
async function sensorPlaces(database: Database, clientId: string) {
  const [measuring, watching] = await Promise.all([
    database
      .select({ _id: sensors._id, deviceId: sensors.deviceId })
      .from(sensors)
      .where(eq(sensors.clientId, clientId)),
    database
      .select({ _id: monitors._id, sectorId: monitors.sectorId, sensorIds: monitors.sensorIds })
      .from(monitors)
      .where(eq(monitors.clientId, clientId)),
  ]);
  return { deviceOf: new Map(measuring.map(({ _id, deviceId }) => [_id, deviceId] as const)), monitors: watching };
}

type SensorPlaces = Awaited<ReturnType<typeof sensorPlaces>>;

function besideSensors({ deviceOf, monitors }: SensorPlaces, sensorIds: readonly string[]): Concern {
  const changedIds = new Set(sensorIds);
  const ofSensors = monitors.filter((monitor) => monitor.sensorIds.some((id) => changedIds.has(id)));
  return {
    deviceIds: sensorIds.flatMap((id) => deviceOf.get(id) ?? []),
    monitorIds: ofSensors.map(({ _id }) => _id),
    sectorIds: ofSensors.map(({ sectorId }) => sectorId),
  };
}

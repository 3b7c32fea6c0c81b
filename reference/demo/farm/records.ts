import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { insertDefaultMenu } from "../../api/access/clients/default-menu.ts";
import { insertClient } from "../../api/access/clients/store.ts";
import { hashPassword } from "../../api/access/identity/password.ts";
import { addUser } from "../../api/access/identity/seed.ts";
import type { Database } from "../../api/core/database/open.ts";
import { auditAll } from "../../api/records/audit/write.ts";
import { alertRules } from "../../api/schema/alerts.ts";
import { clients } from "../../api/schema/clients.ts";
import { farms, pivotSectors, pivots, soils, waterPermits, waterSources } from "../../api/schema/farms.ts";
import { crops, seasons } from "../../api/schema/irrigation.ts";
import { configs, tariffs } from "../../api/schema/settings.ts";
import { devices, gateways, monitors, sensors } from "../../api/schema/telemetry.ts";
import { setClientSensorTypes } from "../../api/telemetry/sensor-types/store.ts";
import { alertRulesOf, demoAlertRules } from "./alert-rules.ts";
import { CHAPADA, demoClients, demoUsers, fleetClient } from "./clients.ts";
import { demoCrop } from "./crops.ts";
import { demoDevices, demoMonitors, demoSensors } from "./devices.ts";
import { demoFarms, demoWaterPermits, demoWaterSources } from "./farms.ts";
import {
  fleetDevices,
  fleetFarms,
  fleetMonitors,
  fleetPivots,
  fleetSectors,
  fleetSensors,
  fleetSoils,
  fleetTariffs,
  fleetWaterPermits,
  fleetWaterSources,
} from "./fleet.ts";
import { demoGateways } from "./gateways.ts";
import type { DemoRecord } from "./record.ts";
import { demoSeasons } from "./seasons.ts";
import { demoConfig, demoConfigs, demoTariffs } from "./settings.ts";
import { demoSoils } from "./soils.ts";
import { demoPivots, demoSectors } from "./systems.ts";

/** The permit of a pivot has just expired and is not renewed yet. */
const EXPIRED = { permitId: "demo-outorga-pivo-04", daysAgo: 9 } as const;

interface DemoOptions {
  password: string;
  now: Date;
  /** Days of past seasons. */
  historyDays: number;
  /** Whether the client of 120 pivots is there. */
  fleet: boolean;
}

/** Rows of one table, without the times that all get, and the name of their entity in the history of changes. */
interface DemoRows {
  entity: string;
  table: PgTable;
  records: Record<string, unknown>[];
}

const rows = <Table extends PgTable>(entity: string, table: Table, records: DemoRecord<Table>[]): DemoRows => ({
  entity,
  table,
  records,
});

/** Seasons of sectors and the crops that they name. */
function sownOn(sectors: typeof demoSectors, zones: typeof demoFarms, now: Date, historyDays: number): DemoRows[] {
  const timezoneOf = new Map(zones.map(({ _id, timezone }) => [_id, timezone] as const));
  const sown = sectors.flatMap((sector) => {
    const today = farmDay(now.getTime(), timezoneOf.get(sector.farmId) ?? "UTC");
    // A season that began before its first weather would have a gap in its balance.
    return demoSeasons(sector, today, addDays(today, -historyDays));
  });
  const grown = sectors.flatMap(({ clientId, plan }) =>
    [plan.now?.crop, ...plan.before, plan.next?.crop].flatMap((crop) => (crop ? [demoCrop(clientId, crop)] : [])),
  );
  const cropRows = [...new Map(grown.map((crop) => [crop._id, crop] as const)).values()];
  return [rows("Crop", crops, cropRows), rows("Season", seasons, sown)];
}

const sectorRows = (sectors: typeof demoSectors) =>
  rows(
    "PivotSector",
    pivotSectors,
    sectors.map(({ plan: _, farmId: __, ...sector }) => sector),
  );

/** All records of the demo clients, parents first, as rows by their table. */
export function demoRecords({ now, historyDays }: Pick<DemoOptions, "now" | "historyDays">) {
  return [
    rows("Farm", farms, demoFarms),
    rows("WaterSource", waterSources, demoWaterSources),
    rows("Pivot", pivots, demoPivots),
    rows("Soil", soils, demoSoils),
    sectorRows(demoSectors),
    rows(
      "WaterPermit",
      waterPermits,
      demoWaterPermits.map((permit) =>
        permit._id === EXPIRED.permitId
          ? { ...permit, validUntil: addDays(farmDay(now.getTime(), "UTC"), -EXPIRED.daysAgo) }
          : permit,
      ),
    ),
    rows("Config", configs, demoConfigs),
    rows("Tariff", tariffs, demoTariffs),
    rows("Device", devices, demoDevices),
    rows("Sensor", sensors, demoSensors),
    rows("Gateway", gateways, demoGateways),
    rows("Monitor", monitors, demoMonitors),
    ...sownOn(demoSectors, demoFarms, now, historyDays),
    rows("AlertRule", alertRules, demoAlertRules),
  ];
}

/** All records of the client of 120 pivots, like `demoRecords`. */
export function fleetRecords({ now, historyDays }: Pick<DemoOptions, "now" | "historyDays">) {
  return [
    rows("Farm", farms, fleetFarms),
    rows("WaterSource", waterSources, fleetWaterSources),
    rows("Pivot", pivots, fleetPivots),
    rows("Soil", soils, fleetSoils),
    sectorRows(fleetSectors),
    rows("WaterPermit", waterPermits, fleetWaterPermits),
    rows("Config", configs, [demoConfig(CHAPADA)]),
    rows("Tariff", tariffs, fleetTariffs),
    rows("Device", devices, fleetDevices),
    rows("Sensor", sensors, fleetSensors),
    rows("Monitor", monitors, fleetMonitors),
    ...sownOn(fleetSectors, fleetFarms, now, historyDays),
    rows("AlertRule", alertRules, alertRulesOf(CHAPADA)),
  ];
}

/** The manager made the records of the demo. */
const MADE_BY = { userId: "demo-ana", userName: "ana" };

const made = (entity: string, after: Record<string, unknown>, date: Date) => {
  const { clientId, _id: recordId } = after;
  return { entity, date, author: MADE_BY, clientId: String(clientId), recordId: String(recordId), after };
};

/** Adds the demo to an empty database: clients, users, farms and their equipment. */
export async function addDemoData(database: Database, options: DemoOptions): Promise<void> {
  const { password, now, fleet } = options;
  // Hashed separately, because two users with one password must not have the same hash.
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(password)));
  const times = { createdAt: now, updatedAt: now };
  await database.transaction(async (transaction) => {
    for (const { sensorTypeIds, ...client } of fleet ? [...demoClients, fleetClient] : demoClients) {
      await insertClient(transaction, { ...client, ...times });
      await insertDefaultMenu(transaction, client._id, now);
      await setClientSensorTypes(transaction, client._id, sensorTypeIds);
    }
    for (const { entity, table, records } of [...demoRecords(options), ...(fleet ? fleetRecords(options) : [])]) {
      await transaction.insert(table).values(records.map((record) => ({ ...record, ...times })));
      await auditAll(
        transaction,
        records.map((after) => made(entity, after, now)),
      );
    }
    for (const [index, user] of demoUsers.entries())
      await addUser(transaction, { ...user, ...accessOf(user, fleet), passwordHash: hashes[index] ?? "" }, now);
  });
}

/** Whether the client of 120 pivots was added. */
export async function hasFleet(database: Database): Promise<boolean> {
  return (await database.select({ _id: clients._id }).from(clients).where(eq(clients._id, CHAPADA))).length > 0;
}

/** The manager of the two demo clients has the third one too. */
const accessOf = ({ clientIds }: { clientIds: string[] }, fleet: boolean) =>
  fleet && clientIds.length === demoClients.length ? { clientIds: [...clientIds, CHAPADA] } : {};

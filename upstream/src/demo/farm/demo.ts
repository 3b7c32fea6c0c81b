import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import type { PgTable } from "drizzle-orm/pg-core";
import { insertDefaultMenu } from "../../access/clients/default-menu.ts";
import { insertClient } from "../../access/clients/store.ts";
import { hashPassword } from "../../access/identity/password.ts";
import { addUser } from "../../access/identity/seed.ts";
import type { Database } from "../../core/database/open.ts";
import { alertRules } from "../../schema/alerts.ts";
import { farms, pivotSectors, pivots, soils, waterPermits, waterSources } from "../../schema/farms.ts";
import { crops, seasons } from "../../schema/irrigation.ts";
import { configs, tariffs } from "../../schema/settings.ts";
import { devices, monitors, sensors } from "../../schema/telemetry.ts";
import { setClientSensorTypes } from "../../telemetry/sensor-types/store.ts";
import { demoAlertRules } from "./alert-rules.ts";
import { demoClients, demoUsers } from "./clients.ts";
import { demoCrop } from "./crops.ts";
import { demoDevices, demoMonitors, demoSensors } from "./devices.ts";
import { demoFarms, demoWaterPermits, demoWaterSources } from "./farms.ts";
import type { DemoRecord } from "./record.ts";
import { demoSeasons } from "./seasons.ts";
import { demoConfigs, demoTariffs } from "./settings.ts";
import { demoSoils } from "./soils.ts";
import { demoPivots, demoSectors } from "./systems.ts";

/** The permit of a pivot has just expired and is not renewed yet. */
const EXPIRED = { permitId: "demo-outorga-pivo-04", daysAgo: 9 } as const;

interface DemoOptions {
  /** Password of all demo users. */
  password: string;
  now: Date;
  /** Days of past seasons. */
  historyDays: number;
}

/** Rows of one table, without the times that all get. */
interface DemoRows {
  table: PgTable;
  given: Record<string, unknown>[];
}

/** All records of the demo clients, parents first, as rows by their table. */
export function demoRecords({ now, historyDays }: Pick<DemoOptions, "now" | "historyDays">) {
  const timezoneOf = new Map(demoFarms.map(({ _id, timezone }) => [_id, timezone] as const));
  const sown = demoSectors.flatMap((sector) => {
    const today = farmDay(now.getTime(), timezoneOf.get(sector.farmId) ?? "UTC");
    // A season that began before its first weather would have a gap in its balance.
    return demoSeasons(sector, today, addDays(today, -historyDays));
  });
  const grown = demoSectors.flatMap(({ clientId, plan }) =>
    [plan.now?.crop, ...plan.before, plan.next?.crop].flatMap((crop) => (crop ? [demoCrop(clientId, crop)] : [])),
  );
  const cropRows = [...new Map(grown.map((crop) => [crop._id, crop] as const)).values()];
  const rows = <Table extends PgTable>(table: Table, given: DemoRecord<Table>[]): DemoRows => ({ table, given });
  return [
    rows(farms, demoFarms),
    rows(waterSources, demoWaterSources),
    rows(pivots, demoPivots),
    rows(soils, demoSoils),
    rows(
      pivotSectors,
      demoSectors.map(({ plan: _, farmId: __, ...sector }) => sector),
    ),
    rows(
      waterPermits,
      demoWaterPermits.map((permit) =>
        permit._id === EXPIRED.permitId
          ? { ...permit, validUntil: addDays(farmDay(now.getTime(), "UTC"), -EXPIRED.daysAgo) }
          : permit,
      ),
    ),
    rows(configs, demoConfigs),
    rows(tariffs, demoTariffs),
    rows(devices, demoDevices),
    rows(sensors, demoSensors),
    rows(monitors, demoMonitors),
    rows(crops, cropRows),
    rows(seasons, sown),
    rows(alertRules, demoAlertRules),
  ];
}

/** Adds the demo to an empty database: clients, users, farms and their equipment. */
export async function addDemoData(database: Database, options: DemoOptions): Promise<void> {
  const { password, now } = options;
  // Hashed separately, because two users with one password must not have the same hash.
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(password)));
  const times = { createdAt: now, updatedAt: now };
  await database.transaction(async (transaction) => {
    for (const { sensorTypeIds, ...client } of demoClients) {
      await insertClient(transaction, { ...client, ...times });
      await insertDefaultMenu(transaction, client._id, now);
      await setClientSensorTypes(transaction, client._id, sensorTypeIds);
    }
    for (const { table, given } of demoRecords(options))
      await transaction.insert(table).values(given.map((record) => ({ ...record, ...times })));
    for (const [index, user] of demoUsers.entries())
      await addUser(transaction, { ...user, passwordHash: hashes[index] ?? "" }, now);
  });
}

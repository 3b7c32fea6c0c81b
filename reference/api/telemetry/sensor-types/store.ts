import { asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { clientSensorTypes, sensorTypes } from "../../schema/sensor-types.ts";
import { devices } from "../../schema/telemetry.ts";
import { sensorTypeCatalogue } from "./catalogue.ts";

export type SensorTypeRow = typeof sensorTypes.$inferSelect;

export function listSensorTypes(database: Database): Promise<SensorTypeRow[]> {
  return database.select().from(sensorTypes).orderBy(asc(sensorTypes.name));
}

export function findSensorType(database: Database, _id: string): Promise<SensorTypeRow[]> {
  return database.select().from(sensorTypes).where(eq(sensorTypes._id, _id));
}

/** The types assigned to a client, and those of its devices. */
export function listClientSensorTypes(database: Database, clientId: string): Promise<SensorTypeRow[]> {
  const ofClient = database
    .select({ _id: clientSensorTypes.sensorTypeId })
    .from(clientSensorTypes)
    .where(eq(clientSensorTypes.clientId, clientId));
  const installed = database.select({ _id: devices.sensorTypeId }).from(devices).where(eq(devices.clientId, clientId));
  return database
    .select()
    .from(sensorTypes)
    .where(or(inArray(sensorTypes._id, ofClient), inArray(sensorTypes._id, installed)))
    .orderBy(asc(sensorTypes.name));
}

export async function setClientSensorTypes(
  database: Database,
  clientId: string,
  ids: readonly string[],
): Promise<void> {
  await database
    .insert(clientSensorTypes)
    .values(ids.map((sensorTypeId) => ({ clientId, sensorTypeId })))
    .onConflictDoNothing();
}

export async function upsertSensorTypes(database: Database, now: Date): Promise<void> {
  await database
    .insert(sensorTypes)
    .values(sensorTypeCatalogue.map((type) => ({ ...type, createdAt: now, updatedAt: now })))
    .onConflictDoUpdate({
      target: sensorTypes._id,
      set: { name: sql`excluded.name`, unit: sql`excluded.unit`, icon: sql`excluded.icon` },
    });
}

import { learnFieldCapacity } from "@lamina/agronomy/probe/field-capacity";
import { DAY_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import type { FieldCapacitySuggestion } from "@lamina/shared/records/telemetry";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import type { Database } from "../../core/database/open.ts";
import { toJson } from "../../core/serialize.ts";
import type { Caller } from "../../http/caller.ts";
import type { RecordChange } from "../../records/definition.ts";
import { createLookups } from "../../records/lookups.ts";
import { createRecordWriter } from "../../records/writer.ts";
import { pivotSectors, soils } from "../../schema/farms.ts";
import { monitors } from "../../schema/telemetry.ts";
import { monitorDefinition } from "../../telemetry/definitions.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import { layerAt, loadMonitors, moistureOf } from "./monitors.ts";

/** Days of wettings for a suggestion: about a season. */
const LEARN_DAYS = 150;

/**
 * Suggested field capacity at each depth of a monitor, from the plateaus after wettings; undefined when the monitor
 * does not exist.
 */
export async function suggestFieldCapacity(
  { database, telemetry }: { database: Database; telemetry: Pick<Telemetry, "hourAggregates"> },
  { monitorId, sectorId }: { monitorId: string; sectorId: string },
  now: Date,
): Promise<FieldCapacitySuggestion> {
  const found = await loadMonitors(database, { sectorIds: [sectorId] });
  const site = found.find(({ monitor }) => monitor._id === monitorId);
  const soil = site?.soil ?? (await soilOfSector(database, sectorId));
  // A monitor without sensors, or over a soil without a description, has no data to learn from.
  if (site === undefined || soil === undefined) return { monitorId, depths: [] };
  const ids = site.sensors.map(({ _id }) => _id);
  const hours = await telemetry.hourAggregates(ids, new Date(now.getTime() - LEARN_DAYS * DAY_MS), now);
  const bySensor = Map.groupBy(hours, ({ sensorId }) => sensorId);
  const { fieldCapacities, limits } = site.monitor;
  return {
    monitorId,
    depths: site.sensors.map((sensor) => {
      const own = (bySensor.get(sensor._id) ?? []).map(({ hour, sum, count }) => ({
        at: hour.getTime(),
        pct: moistureOf(sensor, sum / count, soil),
      }));
      const learnt = learnFieldCapacity(own);
      return {
        sensorId: sensor._id,
        depthCm: sensor.depthCm,
        usedPct: fieldCapacities?.[sensor._id] ?? limits?.high ?? layerAt(soil, sensor.depthCm).fcPct,
        suggestedPct: learnt === undefined ? null : round(learnt.fcPct, 1),
        spreadPct: learnt === undefined ? null : round(learnt.spreadPct, 1),
        wettings: learnt?.wettings ?? 0,
      };
    }),
  };
}

/** Stores accepted field capacities of a monitor's sensors. @returns the number of monitors that match */
export function acceptFieldCapacity(
  { clock, ...context }: Pick<Context, "database" | "clock" | "events">,
  caller: Caller,
  { _id, depths }: { _id: string; depths: readonly { sensorId: string; fcPct: number | null }[] },
): Promise<number> {
  return createRecordWriter(monitorDefinition, context).write(async (transaction) => {
    const ofMonitor = eq(monitors._id, _id);
    const [before] = await transaction.select().from(monitors).where(ofMonitor).for("update");
    if (before === undefined) return { result: 0, changes: [] };
    const accepted = new Map(Object.entries(before.fieldCapacities ?? {}));
    for (const { sensorId, fcPct } of depths) {
      accepted.delete(sensorId);
      if (fcPct !== null && before.sensorIds.includes(sensorId)) accepted.set(sensorId, fcPct);
    }
    const fieldCapacities = Object.fromEntries(accepted);
    await transaction.update(monitors).set({ fieldCapacities }).where(ofMonitor);
    const change: RecordChange = {
      transaction,
      caller,
      clientId: before.clientId,
      recordId: _id,
      date: clock.now(),
      before: toJson(before),
      after: toJson({ ...before, fieldCapacities }),
      lookups: createLookups(),
    };
    return { result: 1, changes: [change] };
  });
}

async function soilOfSector(database: Database, sectorId: string) {
  const [row] = await database
    .select({ soil: soils })
    .from(pivotSectors)
    .innerJoin(soils, eq(soils._id, pivotSectors.soilId))
    .where(eq(pivotSectors._id, sectorId));
  return row?.soil;
}

import { addDays } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { RECENT_WATERINGS_MS } from "@lamina/shared/records/irrigation";
import type { FullCard, Irrigameter } from "@lamina/shared/views/irrigameter";
import { and, eq, or } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import type { FarmPart } from "../../http/shared-answers.ts";
import type { FarmPlan } from "../../irrigation/decisions/plan/plans.ts";
import type { SectorState } from "../../irrigation/decisions/state/sector-state.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import { devices, monitors, sensors } from "../../schema/telemetry.ts";
import { rainOfLastDay } from "./rain.ts";
import { sectorCard } from "./sector-card.ts";
import type { ViewSources } from "./sources.ts";
import { loadUnconfirmed, loadWaterings, loadWeather } from "./store.ts";

/** Older planned waterings are no longer shown as unconfirmed, days. */
const ASKED_DAYS = 7;

/** The irrigâmetro of one farm, without the records of its machines. */
export interface IrrigameterPart extends FarmPart {
  at: Date;
  machines: Irrigameter["machines"];
  sectors: FullCard[];
  yesterday: Irrigameter["yesterday"];
  plans: FarmPlan[];
  detections: Irrigameter["detections"];
  permits: NonNullable<Irrigameter["permits"]>;
}

/** The irrigâmetro of some farms of a client, by farm, read with a few queries. Needs no caller. */
export async function loadFarmParts(
  { database, clock }: Pick<Context, "database" | "clock">,
  { irrigation, telemetry }: ViewSources,
  clientId: string,
  farmIds: readonly string[],
): Promise<Map<string, IrrigameterPart>> {
  const { decisions } = irrigation;
  const overview = await decisions.overview({ clientIds: [clientId], farmIds });
  const { states, machines, recommendations, summaries, plans, permits } = overview;
  const now = clock.now();
  const sectorIds = states.map(({ site }) => site.sector._id);
  const pivotIds = [...new Set(states.map(({ site }) => site.pivot._id))];
  const [revolutions, rain, recent, unconfirmed, detections, yesterday, dependent] = await Promise.all([
    irrigation.waterings.revolutions(pivotIds),
    rainOfLastDay({ database, telemetry }, states, now),
    loadWaterings(database, sectorIds, new Date(now.getTime() - RECENT_WATERINGS_MS), now),
    loadUnconfirmed(database, sectorIds, new Date(now.getTime() - ASKED_DAYS * DAY_MS), now),
    irrigation.detections.open(sectorIds),
    weatherOfYesterday(database, states),
    farmsWithOthersDevices(database, farmIds),
  ]);
  const dayAgo = now.getTime() - DAY_MS;
  const farmOf = new Map(states.map(({ site }) => [site.sector._id, site.farm._id] as const));
  const cards = states.map((state) => {
    const sectorId = state.site.sector._id;
    const parts = {
      recommendation: recommendations.get(sectorId),
      etcForecastMm: decisions.expectedEtc(state),
      monitors: summaries.get(sectorId) ?? [],
      rain24Mm: rain.get(sectorId) ?? null,
      irrigation24Mm: (recent.get(sectorId) ?? [])
        .filter(({ start }) => start.getTime() >= dayAgo)
        .reduce((sum, { grossMm }) => sum + grossMm, 0),
      recentWaterings: (recent.get(sectorId) ?? []).map(({ sectorId: _sectorId, start, end, ...watering }) => ({
        ...watering,
        start: start.toISOString(),
        end: end?.toISOString() ?? null,
      })),
      unconfirmed: (unconfirmed.get(sectorId) ?? []).map(({ sectorId: _sectorId, ...watering }) => watering),
      irrigatedThisRevolution: sectorId in (revolutions.get(state.site.pivot._id)?.sectors ?? {}),
    };
    return sectorCard(state, parts, now);
  });
  return new Map(
    farmIds.map((farmId) => {
      const own = states.filter(({ site }) => site.farm._id === farmId);
      const isOwn = ({ farmId: id }: { farmId: string }) => id === farmId;
      const part: IrrigameterPart = {
        at: now,
        usesOtherFarms: dependent.has(farmId),
        pivotIds: new Set(own.map(({ site }) => site.pivot._id)),
        sectorIds: new Set(own.map(({ site }) => site.sector._id)),
        machines: machines.filter(isOwn),
        sectors: cards.filter(({ sector }) => farmOf.get(sector._id) === farmId),
        yesterday: yesterday.filter(isOwn),
        plans: plans.filter(isOwn),
        detections: detections.filter(({ sectorId }) => farmOf.get(sectorId) === farmId),
        permits: permits
          .filter(isOwn)
          .map(({ id: _id, m3h: _m3h, endsMinute: _endsMinute, nextMonth: _next, pivotIds: ids, ...permit }) => ({
            ...permit,
            pivotIds: [...ids],
          })),
      };
      return [farmId, part] as const;
    }),
  );
}

/** ETo and rain of each farm's yesterday, by a person's record or the station. */
async function weatherOfYesterday(
  database: Database,
  states: readonly SectorState[],
): Promise<Irrigameter["yesterday"]> {
  const byFarm = [...new Map(states.map((state) => [state.site.farm._id, state] as const)).values()];
  if (byFarm.length === 0) return [];
  const days = byFarm.map(({ today }) => addDays(today, -1)).sort();
  const farmIds = byFarm.map(({ site }) => site.farm._id);
  const rows = await loadWeather(database, farmIds, days[0] ?? "", days.at(-1) ?? "");
  return byFarm.map(({ site, today, past }) => {
    const date = addDays(today, -1);
    const row = rows.find((other) => other.farmId === site.farm._id && other.date === date);
    const record = past.find((day) => day.date === date);
    const rainMm = record?.rainSource == null ? (row?.rain ?? null) : record.rain;
    return { farmId: site.farm._id, date, etoMm: row?.eto ?? null, rainMm };
  });
}

/** The farms whose station, or a sensor of a monitor, is on another farm. */
async function farmsWithOthersDevices(database: Database, farmIds: readonly string[]): Promise<Set<string>> {
  const [stations, probes] = await Promise.all([
    database
      .select({ farmId: farms._id, deviceId: farms.stationDeviceId })
      .from(farms)
      .where(anyOf(farms._id, farmIds)),
    database
      .select({ farmId: pivots.farmId, sensorIds: monitors.sensorIds })
      .from(monitors)
      .innerJoin(pivotSectors, eq(pivotSectors._id, monitors.sectorId))
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .where(anyOf(pivots.farmId, farmIds)),
  ]);
  const sensorIds = probes.flatMap((probe) => probe.sensorIds);
  const deviceIds = stations.flatMap(({ deviceId }) => deviceId ?? []);
  const places = await database
    .selectDistinct({ sensorId: sensors._id, deviceId: devices._id, farmId: devices.farmId })
    .from(devices)
    .leftJoin(sensors, and(eq(sensors.deviceId, devices._id), anyOf(sensors._id, sensorIds)))
    .where(or(anyOf(devices._id, deviceIds), anyOf(sensors._id, sensorIds)));
  const farmOf = new Map(
    places.flatMap(({ sensorId, deviceId, farmId }) => [
      [deviceId, farmId] as const,
      ...(sensorId ? [[sensorId, farmId] as const] : []),
    ]),
  );
  const isElsewhere = (farmId: string) => (id: string) => farmOf.has(id) && farmOf.get(id) !== farmId;
  return new Set(
    [
      ...stations.filter(({ farmId, deviceId }) => deviceId && isElsewhere(farmId)(deviceId)),
      ...probes.filter((probe) => probe.sensorIds.some(isElsewhere(probe.farmId))),
    ].map(({ farmId }) => farmId),
  );
}

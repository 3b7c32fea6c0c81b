import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { ConfigFields } from "@lamina/shared/records/config";
import { variablesAt } from "@lamina/shared/records/variables";
import type { SourceMonitor, SourceSeason, SourceStation, Sources } from "@lamina/shared/views/sources";
import { and, asc, desc, eq, lte } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { ofFarms } from "../../farms/sector-filter.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import { farms, pivotSectors, pivots, soils } from "../../schema/farms.ts";
import { crops, seasons } from "../../schema/irrigation.ts";
import { devices, monitors, sensors } from "../../schema/telemetry.ts";
import { rainNormalAt } from "../../weather/climate/normals.ts";

/** Variables of soil water. */
const SOIL_WATER = variablesAt("soil-water");

type FarmRow = typeof farms.$inferSelect;

/** The farms of a client that the caller may see (all when the list is empty), with their sensors. */
export async function sourcesOf(
  { database, clock }: Pick<Context, "database" | "clock">,
  clientId: string,
  farmIds: readonly string[],
): Promise<Sources> {
  const shown = await database
    .select()
    .from(farms)
    .where(and(eq(farms.clientId, clientId), eq(farms.active, true), ofFarms(farms._id, farmIds)))
    .orderBy(asc(farms.name), asc(farms._id));
  const ids = shown.map(({ _id }) => _id);
  const [grown, closed, stations, points, settings] = await Promise.all([
    activeSeasons(database, shown, clock.now()),
    closedSeasons(database, ids),
    stationsOf(database, ids),
    monitorsOf(database, ids),
    clientSettings(database, [clientId]),
  ]);
  const { rainEffective, statusMargins } = settings.get(clientId) ?? ConfigFields.parse({});
  return {
    farms: shown.map(({ _id, name, timezone, stationDeviceId, lat, lon }) => ({
      _id,
      name,
      timezone,
      stationDeviceId,
      rainNormalMm: rainNormalAt(lat, lon),
      seasons: grown.filter(({ farmId }) => farmId === _id).map(toSourceSeason),
      lastSeasons: closed.filter(({ farmId }) => farmId === _id).map(toSourceSeason),
    })),
    stations,
    monitors: points.map((point) => ({ ...point, p: depletionFraction(grown, point.sectorId) })),
    rainMinFracEto: rainEffective.method === "all" ? 0 : rainEffective.minFracEto,
    sensorMarginPct: statusMargins.sensorMarginPct,
  };
}

type Grown = Awaited<ReturnType<typeof activeSeasons>>[number];

const toSourceSeason = ({ season, crop }: Grown): SourceSeason => ({
  sectorId: season.sectorId,
  cropName: crop.name,
  start: season.plantingDate,
  end: season.harvestDate,
  tBase: crop.tBase,
});

function depletionFraction(grown: readonly Grown[], sectorId: string): number | null {
  const own = grown.find(({ season }) => season.sectorId === sectorId);
  return own ? (own.season.pOverride ?? own.crop.p) : null;
}

async function activeSeasons(database: Database, shown: readonly FarmRow[], now: Date) {
  const today = (timezone: string): FarmDay => farmDay(now.getTime(), timezone);
  const latest = shown.map(({ timezone }) => today(timezone)).reduce((a, b) => (a > b ? a : b), "");
  const rows = await database
    .select({ season: seasons, crop: crops, farmId: pivots.farmId })
    .from(seasons)
    .innerJoin(crops, eq(crops._id, seasons.cropId))
    .innerJoin(pivotSectors, eq(pivotSectors._id, seasons.sectorId))
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(
      and(
        anyOf(
          pivots.farmId,
          shown.map(({ _id }) => _id),
        ),
        eq(seasons.status, "active"),
        latest === "" ? undefined : lte(seasons.plantingDate, latest),
      ),
    )
    .orderBy(asc(seasons.plantingDate));
  return rows;
}

/** The closed seasons of each sector, the newest first. */
async function closedSeasons(database: Database, farmIds: readonly string[]): Promise<Grown[]> {
  return database
    .select({ season: seasons, crop: crops, farmId: pivots.farmId })
    .from(seasons)
    .innerJoin(crops, eq(crops._id, seasons.cropId))
    .innerJoin(pivotSectors, eq(pivotSectors._id, seasons.sectorId))
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(and(anyOf(pivots.farmId, farmIds), eq(seasons.status, "closed")))
    .orderBy(asc(seasons.sectorId), desc(seasons.plantingDate));
}

async function stationsOf(database: Database, farmIds: readonly string[]): Promise<SourceStation[]> {
  const rows = await database
    .select({ device: devices, sensor: sensors })
    .from(sensors)
    .innerJoin(devices, eq(devices._id, sensors.deviceId))
    .where(
      and(
        anyOf(devices.farmId, farmIds),
        eq(devices.active, true),
        eq(sensors.active, true),
        anyOf(sensors.variable, variablesAt("air")),
      ),
    )
    .orderBy(asc(devices.name), asc(devices.serial), asc(sensors.variable), asc(sensors._id));
  return [...Map.groupBy(rows, ({ device }) => device._id).values()].flatMap((own) => {
    const device = own[0]?.device;
    if (device === undefined) return [];
    return {
      _id: device._id,
      farmId: device.farmId,
      name: device.name ?? device.serial,
      intervalMin: device.intervalMin,
      lastSeen: device.lastSeen?.toISOString() ?? null,
      state: device.state,
      sensors: own.map(({ sensor }) => ({
        _id: sensor._id,
        variable: sensor.variable,
        unit: sensor.unit,
        depthCm: sensor.depthCm,
      })),
    };
  });
}

async function monitorsOf(database: Database, farmIds: readonly string[]): Promise<Omit<SourceMonitor, "p">[]> {
  const rows = await database
    .select({ monitor: monitors, sector: pivotSectors, pivot: pivots })
    .from(monitors)
    .innerJoin(pivotSectors, eq(pivotSectors._id, monitors.sectorId))
    .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
    .where(and(anyOf(pivots.farmId, farmIds), eq(monitors.active, true)))
    .orderBy(asc(pivots.name), asc(pivotSectors.name), asc(monitors.name));
  const [soilRows, sensorRows] = await Promise.all([
    database
      .select()
      .from(soils)
      .where(
        anyOf(
          soils._id,
          rows.map(({ monitor, sector }) => monitor.soilId ?? sector.soilId),
        ),
      ),
    database
      .select()
      .from(sensors)
      .where(
        anyOf(
          sensors._id,
          rows.flatMap(({ monitor }) => monitor.sensorIds),
        ),
      ),
  ]);
  const soilOf = new Map(soilRows.map((soil) => [soil._id, soil] as const));
  const sensorOf = new Map(sensorRows.map((sensor) => [sensor._id, sensor] as const));
  return rows.map(({ monitor, sector, pivot }) => {
    const soil = soilOf.get(monitor.soilId ?? sector.soilId);
    return {
      _id: monitor._id,
      farmId: pivot.farmId,
      sectorId: sector._id,
      name: monitor.name,
      pivotName: pivot.name,
      sectorName: sector.name,
      soilName: soil?.name ?? "",
      limits: monitor.limits ?? undefined,
      sensors: monitor.sensorIds.flatMap((id, index) => {
        const sensor = sensorOf.get(id);
        if (sensor === undefined || !SOIL_WATER.includes(sensor.variable)) return [];
        const { _id, variable, unit, depthCm } = sensor;
        const layer = layerAt(soil?.layers ?? [], depthCm ?? 0);
        const weight = monitor.weights?.[index] ?? 1 / monitor.sensorIds.length;
        return { _id, variable, unit, depthCm, weight, fcPct: layer?.fcPct ?? 0, wpPct: layer?.wpPct ?? 0 };
      }),
    };
  });
}

/** The layer at a depth; the last one continues below. */
function layerAt<Layer extends { depthCm: number }>(layers: readonly Layer[], depthCm: number): Layer | undefined {
  return layers.find((layer) => depthCm <= layer.depthCm) ?? layers.at(-1);
}

import { usedBy } from "@lamina/agronomy/balance/depletion-outlook";
import { type SectorStatus, sensorStatus } from "@lamina/agronomy/balance/status";
import { rootWeights } from "@lamina/agronomy/probe/depth-layers";
import {
  criticalMoisture,
  layersFromPercent,
  stressCoefficient,
  totalAvailableWater,
} from "@lamina/agronomy/soil/soil-water";
import { farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import type { SensorSummary } from "@lamina/shared/records/telemetry";
import { isStale, staleAt } from "../../../farms/settings/staleness.ts";
import { isExcluded } from "../../../telemetry/rules/quality.ts";
import type { HourAggregate, LatestReading } from "../../../telemetry/service.ts";
import { capacityAt, hourlyMeans, type MonitorSite, moistureOf, type ProfileSensor } from "../../sites/monitors.ts";
import type { SectorState } from "./sector-state.ts";

/** Minimum span of hours for a trend. */
const TREND_HOURS = 12;
/** A depth below the roots that exceeds field capacity by this lets water through, points. */
const PERCOLATES_POINTS = 1;
/** Depletion fraction without a season: the usual value of field crops (FAO-56 Table 22). */
const USUAL_P = 0.5;

/** Readings of devices and of sensors outside the profile. */
interface MonitorReadings {
  latest: ReadonlyMap<string, LatestReading>;
  hours: ReadonlyMap<string, readonly HourAggregate[]>;
  batteryPct: number | null;
  rssiDbm: number | null;
  soilTempC: number | null;
  ecDsM: number | null;
}

export type NamedSummary = SensorSummary & { name: string };

/**
 * The summary of a monitor for the current root depth. Depths below the roots have no weight and only show percolation.
 * The mean uses only depths with a valid reading within the client's age limit; without any there is no data. A reading
 * that is stuck or out of range is named, and has no value. The monitor's limits override its soil's: `high` for CC,
 * `critical` for θc, `low` for PMP.
 */
export function summarize(site: MonitorSite, state: SectorState, readings: MonitorReadings, now: Date): NamedSummary {
  const { monitor } = site;
  const rootM = rootDepthOf(site, state) / 100;
  const depths = site.sensors.map(({ depthCm }) => depthCm);
  const given = monitor.weights === null ? undefined : site.sensors.map(({ weight }) => weight);
  const weights = rootWeights(depths, rootM, given);
  const sensors = site.sensors.map((sensor, index) => ({ ...sensor, weight: weights[index] ?? 0 }));
  const soil = site.soil ?? state.site.soil;
  const { staleLimits } = state.settings;
  const p = state.last?.p ?? state.season?.crop.p ?? USUAL_P;
  const profile = sensors.map((sensor) => {
    const last = readings.latest.get(sensor._id);
    const flag = last && isExcluded(last.flag) ? last.flag : null;
    const reading = flag === null ? last : undefined;
    const marks = marksOf(sensor, soil, p, monitor);
    const isFresh = reading !== undefined && !isStale(reading.at, "soil", staleLimits, now);
    return { sensor, reading, flag, marks, isFresh, moisture: reading && moistureOf(sensor, reading.value, soil) };
  });
  const fresh = profile.filter(({ isFresh, sensor }) => isFresh && sensor.weight > 0);
  const newest = profile.map(({ reading }) => reading?.at.getTime() ?? 0).reduce((a, b) => Math.max(a, b), 0);
  const mean = (value: (one: (typeof profile)[number]) => number) => {
    const weight = fresh.reduce((sum, { sensor }) => sum + sensor.weight, 0);
    return fresh.reduce((sum, one) => sum + one.sensor.weight * value(one), 0) / weight;
  };
  const meanPct = fresh.length > 0 ? mean(({ moisture }) => moisture ?? 0) : null;
  const hours = hourlyMeans({ ...site, sensors: sensors.filter(({ weight }) => weight > 0) }, soil, readings.hours);
  const below = profile.filter(({ isFresh, sensor }) => isFresh && sensor.weight === 0);
  return {
    monitorId: monitor._id,
    name: monitor.name,
    sectorId: site.sectorId,
    date: newest > 0 ? new Date(newest).toISOString() : null,
    staleAt: newest > 0 ? staleAt(new Date(newest), "soil", staleLimits).toISOString() : null,
    profile: profile.map(({ sensor, reading, flag, marks }) => ({
      sensorId: sensor._id,
      depthCm: sensor.depthCm,
      value: reading ? round(reading.value, 2) : null,
      unit: sensor.unit,
      at: reading?.at.toISOString() ?? null,
      ...(flag !== null && { flag }),
      weight: round(sensor.weight, 4),
      ...marks,
    })),
    meanPct: meanPct === null ? null : round(meanPct, 2),
    drMm:
      meanPct === null
        ? null
        : round(
            Math.max(
              0,
              depletionOf(
                mean(({ marks, moisture }) => marks.fcPct - (moisture ?? 0)),
                soil,
                rootM,
              ) - usedToday(state, newest),
            ),
            1,
          ),
    percolating:
      below.length > 0 ? below.some(({ marks, moisture }) => (moisture ?? 0) > marks.fcPct + PERCOLATES_POINTS) : null,
    trendPctDay: trendOf(hours),
    status: probeStatus(state, {
      theta: meanPct,
      fcPct: mean(({ marks }) => marks.fcPct),
      criticalPct: mean(({ marks }) => marks.criticalPct),
      hours,
    }),
    ageMin: newest > 0 ? Math.floor((now.getTime() - newest) / MINUTE_MS) : null,
    soilTempC: readings.soilTempC,
    ecDsM: readings.ecDsM,
    batteryPct: readings.batteryPct,
    rssiDbm: readings.rssiDbm,
  };
}

function marksOf(sensor: ProfileSensor, soil: SectorState["site"]["soil"], p: number, monitor: MonitorSite["monitor"]) {
  const { fcPct, wpPct } = capacityAt(sensor, soil, monitor);
  return { fcPct, wpPct, criticalPct: round(monitor.limits?.critical ?? criticalMoisture(fcPct, wpPct, p), 2) };
}

/** Current root depth, cm; without a crop the depth of the probe. */
const rootDepthOf = ({ sensors }: MonitorSite, { last }: SectorState) =>
  last?.rootCm ?? Math.max(...sensors.map(({ depthCm }) => depthCm));

/** Depletion of the root zone by the probe, within 0 and CAD: points below field capacity, in mm. */
function depletionOf(pointsBelow: number, soil: SectorState["site"]["soil"], rootM: number): number {
  return Math.min(totalAvailableWater(layersFromPercent(soil.layers), rootM), Math.max(0, 10 * rootM * pointsBelow));
}

/**
 * Expected use of today until a moment (ms since 1970 UTC), mm. The balance counts the use of a day when it has ended, so
 * a probe's depletion compares with it only without this use.
 */
function usedToday({ site, last, today, outlook, drNow }: SectorState, at: number): number {
  const { timezone } = site.farm;
  const day = outlook.find(({ date }) => date === today);
  if (last === undefined || day === undefined || farmDay(at, timezone) !== today) return 0;
  const ks = stressCoefficient(drNow, last.taw, last.raw);
  return ks * last.kc * day.eto * usedBy((at - startOfFarmDay(today, timezone)) / HOUR_MS);
}

function trendOf(hours: readonly { at: number; meanPct: number }[]): number | null {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < TREND_HOURS * HOUR_MS) return null;
  return round(((last.meanPct - first.meanPct) * DAY_MS) / (last.at - first.at), 2);
}

interface Measured {
  theta: number | null;
  fcPct: number;
  criticalPct: number;
  hours: readonly { at: number; meanPct: number }[];
}

function probeStatus({ season, settings }: SectorState, { theta, fcPct, criticalPct, hours }: Measured): SectorStatus {
  const lastDrier = hours.findLast(({ meanPct }) => meanPct <= fcPct + 1);
  const last = hours.at(-1);
  const since = lastDrier?.at ?? (hours[0]?.at ?? 0) - HOUR_MS;
  return sensorStatus({
    active: season !== undefined,
    fresh: theta !== null,
    theta: theta ?? 0,
    fcPct,
    criticalPct,
    marginPct: settings.statusMargins.sensorMarginPct,
    hoursAboveCapacity: last === undefined ? 0 : (last.at - since) / HOUR_MS,
  });
}

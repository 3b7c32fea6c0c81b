import { randomOf } from "@lamina/shared/core/random";
import { DAY_MS } from "@lamina/shared/core/time";
import type { LatestReading } from "../../telemetry/service.ts";
import type { SectorState } from "../decisions/state/sector-state.ts";
import { type NamedSummary, summarize } from "../decisions/state/sensor-summary.ts";
import { layerAt, type MonitorSite } from "../sites/monitors.ts";

/** Ways in which a probe lies, and the truth. */
export const LIES = ["truth", "stuck", "negative", "saturated", "drifting", "silent"] as const;
export type Lie = (typeof LIES)[number];
/** Those whose readings do not count: refused on arrival, or too old. */
export const UNHEARD: readonly Lie[] = ["stuck", "negative", "silent"];

/** Above the pores of any soil, and within the range of a sensor, % by volume. */
const SATURATED_PCT = 69;

/** Summaries of probes of a sector, one for each lie, by their depths and the same seed. */
export function lyingProbes(state: SectorState, lies: readonly Lie[], seed: number, now: Date): NamedSummary[] {
  const random = randomOf(seed);
  return lies.map((lie, index) => {
    const depths = [10, 30, 60].slice(0, 1 + Math.floor(3 * random()));
    const drift = 50 * random() - 25;
    const site = monitorSite(`${state.site.sector._id}-${index}`, state, depths);
    const latest = new Map(
      site.sensors.map((sensor) => [sensor._id, readingOf(lie, truthOf(state, sensor.depthCm), drift, now)] as const),
    );
    const beside = { batteryPct: null, rssiDbm: null, soilTempC: null, ecDsM: null };
    return summarize(site, state, { latest, hours: new Map(), ...beside }, now);
  });
}

function readingOf(lie: Lie, truth: number, drift: number, now: Date): LatestReading {
  const at = lie === "silent" ? new Date(now.getTime() - 2 * DAY_MS) : now;
  if (lie === "stuck") return { at, value: truth, flag: "stuck" };
  if (lie === "negative") return { at, value: -5, flag: "out-of-range" };
  if (lie === "saturated") return { at, value: SATURATED_PCT, flag: null };
  return { at, value: lie === "drifting" ? Math.min(70, Math.max(0, truth + drift)) : truth, flag: null };
}

/** Water content by the balance at a depth, % by volume. */
function truthOf({ site, last, drNow }: SectorState, depthCm: number): number {
  return layerAt(site.soil, depthCm).fcPct - drNow / ((last?.rootCm ?? depthCm) / 10);
}

function monitorSite(_id: string, { site }: SectorState, depths: readonly number[]): MonitorSite {
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const sensorIds = depths.map((depth) => `${_id}-${depth}`);
  const none = { weights: null, fieldCapacities: null, soilId: null, limits: null, lat: null, lon: null };
  const sectorId = site.sector._id;
  return {
    monitor: { _id, clientId: "c", ...times, active: true, name: _id, sectorId, sensorIds, alertIds: [], ...none },
    sectorId,
    soil: null,
    sensors: depths.map((depthCm, index) => ({
      _id: sensorIds[index] ?? "",
      deviceId: _id,
      variable: "soilMoist" as const,
      unit: "% vol",
      depthCm,
      weight: 1 / depths.length,
    })),
  };
}

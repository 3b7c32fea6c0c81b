import { HOUR_MS } from "@lamina/shared/core/time";
import type { Series } from "@lamina/shared/records/readings";
import type { ChartData, SourceFarm, SourceMonitor, SourceStation, Sources } from "@lamina/shared/views/sources";
import { periodRange } from "../../../ui/period/period.ts";
import { sourcesOf } from "../chart-sources.ts";
import type { Drawing } from "../drawings/drawing.ts";
import type { Step, Subject } from "../steps.ts";

/** Noon of 14 May 2026 in Cuiabá (UTC−4). */
export const NOW = Date.parse("2026-05-14T16:00:00Z");
export const ZONE = "America/Cuiaba";

const farm: SourceFarm = {
  _id: "f1",
  name: "Fazenda Buriti",
  timezone: ZONE,
  stationDeviceId: "station",
  rainNormalMm: [310, 280, 248, 120, 31, 8, 5, 15, 60, 160, 230, 300],
  seasons: [{ sectorId: "s1", cropName: "Milho", start: "2026-04-20", end: null, tBase: 8 }],
};

const sensor = (_id: string, variable: SourceStation["sensors"][number]["variable"], unit: string) => ({
  _id,
  variable,
  unit,
  depthCm: null,
});

const station: SourceStation = {
  _id: "station",
  farmId: "f1",
  name: "Estação Sede",
  intervalMin: 15,
  lastSeen: "2026-05-14T15:50:00Z",
  state: "ok",
  sensors: [sensor("t", "airTemp", "°C"), sensor("rh", "airHum", "%"), sensor("rain", "rain", "mm")],
};

const gauge: SourceStation = {
  ...station,
  _id: "gauge",
  name: "Pluviômetro Norte",
  sensors: [sensor("rain2", "rain", "mm")],
};

/** Weights 0.25 and 0.75. The profile has CC 30, PMP 14 and θc 22. */
const monitor: SourceMonitor = {
  _id: "m1",
  farmId: "f1",
  sectorId: "s1",
  name: "Sonda 1",
  pivotName: "Pivô 03",
  sectorName: "Q1",
  soilName: "LVA",
  p: 0.5,
  limits: undefined,
  sensors: [
    { _id: "d40", variable: "soilMoist", unit: "% vol", depthCm: 40, weight: 0.75, fcPct: 30, wpPct: 14 },
    { _id: "d20", variable: "soilMoist", unit: "% vol", depthCm: 20, weight: 0.25, fcPct: 30, wpPct: 14 },
  ],
};

export const sources: Sources = {
  farms: [farm],
  stations: [gauge, station],
  monitors: [monitor],
  rainMinFracEto: 0.2,
  sensorMarginPct: 2,
};

/** A series from its means, with extremes one unit around them, except in steps of readings. */
export function series(
  sensorId: string,
  variable: Series["variable"],
  unit: string,
  given: { at: readonly number[]; mean: readonly (number | null)[]; step?: Step; sum?: readonly (number | null)[] },
): Series {
  const { at, mean, step = "raw", sum } = given;
  const around = (by: number) => mean.map((value) => (value === null || step === "raw" ? value : value + by));
  return {
    sensorId,
    variable,
    unit,
    depthCm: null,
    step,
    at: [...at],
    mean: [...mean],
    min: around(-1),
    max: around(1),
    ...(sum && { sum: [...sum] }),
    flagged: [],
  };
}

/** Starts of hours, or of days, from midnight of a farm day. */
export const hoursFrom = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(`${day}T04:00:00Z`) + index * HOUR_MS);
export const daysFrom = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(`${day}T04:00:00Z`) + index * 24 * HOUR_MS);

/** A drawing of a subject's first source over some days. */
export function drawing(
  subject: Subject,
  given: { from: string; to: string; step: Step; data: Partial<ChartData>; count?: number; unit?: Drawing["unit"] },
): Drawing {
  const { from, to, step, data, count = 1, unit = "volume" } = given;
  return {
    sources: sourcesOf(subject, sources).slice(0, count),
    range: periodRange({ kind: "custom", from, to }, { now: NOW, timeZone: ZONE }),
    step,
    unit,
    data: { series: [], weather: [], balance: [], ...data },
    rainMinFracEto: sources.rainMinFracEto,
    sensorMarginPct: sources.sensorMarginPct,
  };
}

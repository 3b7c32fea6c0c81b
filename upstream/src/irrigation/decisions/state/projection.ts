import { netDepth } from "@lamina/agronomy/machine/pivot";
import { addDays, daysBetween } from "@lamina/shared/core/farm-time";
import type { Projection } from "@lamina/shared/records/balance";
import type { OutlookDay } from "../../balance/outlook.ts";
import { type BalanceRecord, balanceRows } from "../../balance/rows.ts";
import { toBalance } from "../../balance/store.ts";
import { seasonSettings, startState } from "../../sites/season-settings.ts";
import type { SectorState } from "./sector-state.ts";

interface ProjectionOptions {
  /** Whether the forecast rain falls. */
  rain: boolean;
  /** Gross depth applied today beside recorded water, mm. */
  grossMm?: number;
  /** Whether planned waterings are applied; true by default. A decision ignores them. */
  planned?: boolean;
}

/** Rows from today to the end of the outlook, or of the season; empty when the balance is not up to date. */
export function projectedRows(
  state: SectorState,
  { rain, grossMm = 0, planned = true }: ProjectionOptions,
): BalanceRecord[] {
  const { site, season, last, fresh, settings, today, outlook } = state;
  const first = outlook[0];
  if (season === undefined || first === undefined) return [];
  const { plantingDate, harvestDate, initialMoisturePct } = season.season;
  // A season that begins today needs no row before it.
  if (!fresh && plantingDate < addDays(today, -1)) return [];
  const engine = seasonSettings(season, site, settings);
  const start = last?.state ?? startState(engine, initialMoisturePct, daysBetween(plantingDate, first.date));
  const extra = { grossMm, netMm: netDepth(grossMm, site.machine.efficiencyPct) };
  const days = outlook
    .filter(({ date }) => date <= (harvestDate ?? date))
    .map((day) => expectedDay(day, { rain, water: planned }, day.date === today ? extra : { grossMm: 0, netMm: 0 }));
  const run = { site, season: season.season, crop: season.crop, settings: engine, rules: settings };
  return balanceRows(run, start, days, ({ forecast }) => (forecast ? "forecast" : "estimated")).filter(
    ({ date }) => date >= today,
  );
}

function expectedDay(
  day: OutlookDay,
  { rain, water }: { rain: boolean; water: boolean },
  extra: { grossMm: number; netMm: number },
): OutlookDay {
  return {
    ...day,
    rain: day.rain + (rain ? day.rainForecast : 0),
    irrGross: day.irrGross + (water ? day.planned.grossMm : 0) + extra.grossMm,
    irrNet: day.irrNet + (water ? day.planned.netMm : 0) + extra.netMm,
  };
}

/** Seven days ahead with and without the forecast rain; with a gross depth in mm applied today, if given. */
export function projectionOf(state: SectorState, grossMm = 0): Projection {
  const withRain = projectedRows(state, { rain: true, grossMm });
  const probability = new Map(state.outlook.map(({ date, rainProbPct }) => [date, rainProbPct] as const));
  return {
    withRain: withRain.map(toBalance),
    withoutRain: projectedRows(state, { rain: false, grossMm }).map(toBalance),
    rainProbPct: withRain.map(({ date }) => probability.get(date) ?? null),
  };
}

/** The first day on which a projected sector needs water. */
export function irrigateOn(rows: readonly Pick<BalanceRecord, "date" | "status">[]): string | null {
  return rows.find(({ status }) => status === "irrigate" || status === "stress")?.date ?? null;
}

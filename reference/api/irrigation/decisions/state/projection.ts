import { needsWater } from "@lamina/agronomy/balance/status";
import { netDepth } from "@lamina/agronomy/machine/pivot";
import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import type { Projection } from "@lamina/shared/records/balance";
import type { OutlookDay } from "../../balance/outlook.ts";
import type { BalanceRecord } from "../../balance/rows.ts";
import { toBalance } from "../../balance/store.ts";
import { outlookRows } from "./outlook-rows.ts";
import { LOOK_BACK_DAYS, type SectorState, statusNow, withDecidedRaw } from "./sector-state.ts";

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
  const { site, season, fresh, today, outlook } = state;
  if (season === undefined) return [];
  const { plantingDate, harvestDate } = season.season;
  // A season that begins today needs no row before it.
  if (!fresh && plantingDate < addDays(today, -1)) return [];
  const extra = { grossMm, netMm: netDepth(grossMm, site.machine.efficiencyPct) };
  const days = outlook
    .filter(({ date }) => date <= (harvestDate ?? date))
    .map((day) => expectedDay(day, { rain, water: planned }, day.date === today ? extra : { grossMm: 0, netMm: 0 }));
  return outlookRows({ ...state, season }, days).filter(({ date }) => date >= today);
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

/** The projection of a sector without a state. */
export const NO_PROJECTION: Projection = {
  withRain: [],
  withoutRain: [],
  rainProbPct: [],
  irrigateOn: null,
  irrigateOnWithoutRain: null,
};

/** Seven days ahead with and without the forecast rain; with a gross depth in mm applied today, if given. */
export function projectionOf(state: SectorState, grossMm = 0): Projection {
  const withRain = projectedRows(state, { rain: true, grossMm });
  const withoutRain = projectedRows(state, { rain: false, grossMm });
  const probability = new Map(state.outlook.map(({ date, rainProbPct }) => [date, rainProbPct] as const));
  const needed = (rows: readonly BalanceRecord[]) =>
    grossMm === 0 && needsWater(state.status) ? state.today : irrigateOn(state, rows);
  return {
    withRain: withRain.map(toBalance),
    withoutRain: withoutRain.map(toBalance),
    rainProbPct: withRain.map(({ date }) => probability.get(date) ?? null),
    irrigateOn: needed(withRain),
    irrigateOnWithoutRain: needed(withoutRain),
  };
}

/**
 * The first morning after today on which the sector needs water, by the rule of its card, if the days pass as the rows.
 * Null beyond them.
 */
export function irrigateOn(state: SectorState, rows: readonly BalanceRecord[]): FarmDay | null {
  for (const { status, today } of mornings(state, rows)) if (needsWater(status)) return today;
  return null;
}

/** The states on the mornings after projected rows, one after the other. */
export function* mornings(state: SectorState, rows: readonly BalanceRecord[]): Generator<SectorState, undefined> {
  const { season } = state;
  if (season === undefined) return;
  let yesterday = state.last;
  for (const row of rows) {
    const { date, irrNet, rainEff } = row;
    const outlook = state.outlook.filter((day) => day.date > date);
    const passed = state.outlook.filter((day) => day.date <= date);
    const morning = {
      ...state,
      today: addDays(date, 1),
      last: withDecidedRaw(row, season, outlook),
      drNow: row.dr,
      fresh: true,
      isFirstDay: false,
      contradiction: null,
      rainHole: undefined,
      // The question what happens then supposes that the station reports.
      station: { ...state.station, deviceId: null },
      before: irrNet + rainEff === 0 ? yesterday?.status : undefined,
      past: [...state.past, ...passed].slice(-LOOK_BACK_DAYS),
      outlook,
    };
    yield { ...morning, status: statusNow(morning) };
    yesterday = row;
  }
}

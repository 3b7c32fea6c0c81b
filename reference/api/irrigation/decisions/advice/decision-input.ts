import type { DryDay } from "@lamina/agronomy/balance/depletion-outlook";
import { needsWater } from "@lamina/agronomy/balance/status";
import type { RecommendationInput } from "@lamina/agronomy/plan/recommendation-model";
import type { FarmClock } from "@lamina/agronomy/plan/tariff";
import { effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { readilyAvailableWater } from "@lamina/agronomy/soil/soil-water";
import { daysBetween, type FarmDay, farmMoment, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { ClientSettings } from "../../../farms/settings/service.ts";
import type { OutlookDay } from "../../balance/outlook.ts";
import { type BalanceRecord, rainRule } from "../../balance/rows.ts";
import type { SectorContext } from "../../sites/sectors.ts";
import { blockersOf } from "../state/blockers.ts";
import { irrigateOn, projectedRows } from "../state/projection.ts";
import type { SeasonFacts } from "../state/season-facts.ts";
import { expectedUse, type SectorState, withDecidedRaw } from "../state/sector-state.ts";

/** Probability of rain when the forecast gives none. */
const UNKNOWN_CHANCE = 0.5;

/** The engine's input for a sector. */
export function decisionInput(state: SectorState, facts: SeasonFacts | undefined, now: Date): RecommendationInput {
  const { site, season, last, settings, today, drNow, before } = state;
  const dryRows = projectedRows(state, { rain: false, planned: false });
  const dry = new Map(dryRows.map((row) => [row.date, row] as const));
  const neededOn = needsWater(state.status) ? today : irrigateOn(state, dryRows);
  const ahead = new Map(state.outlook.map((day) => [day.date, day] as const));
  const rainy = projectedRows(state, { rain: true, planned: false });
  return {
    active: season !== undefined,
    blockers: blockersOf(state, now),
    dr: drNow,
    raw: last?.raw ?? 0,
    taw: last?.taw ?? 0,
    dp: last?.dp ?? 0,
    dryDays: dryDaysOf(state, dryRows),
    outlook: rainy.map(({ date, etc, rainEff }) => ({
      etc,
      // Rain that already fell is part of the current depletion.
      rainEff: Math.max(0, rainEff - (dry.get(date)?.rainEff ?? 0)),
      rainChance: (ahead.get(date)?.rainProbPct ?? 100 * UNKNOWN_CHANCE) / 100,
      ...outcomesOf(ahead.get(date), settings),
    })),
    ...(last && { expectedEtc: expectedUse({ ...state, last }) }),
    daysUntilNeed: neededOn === null ? null : daysBetween(today, neededOn),
    machine: site.machine,
    ...(state.efficiencyParts && { efficiencyParts: state.efficiencyParts }),
    tariff: settings.tariff,
    clock: farmClockAt(site, today, now),
    decisionMinute: farmClockAt(site, today, decisionOf(state)).nowMinute,
    waitDays: settings.statusMargins.waitDays,
    ...(before && { held: { status: before, marginPct: settings.advice.marginPct } }),
    ...(facts && { stage: facts.stage, worth: facts.worth }),
    ...(facts?.peakEtc != null && { peakEtc: facts.peakEtc }),
  };
}

/** The days without rain, each with its roots, and its AFD by the same p as its decision. */
function dryDaysOf({ season, last, outlook }: SectorState, rows: readonly BalanceRecord[]): DryDay[] {
  return rows.map(({ etc, taw, rootsDr }, index) => {
    const eve = rows[index - 1];
    const decided =
      eve &&
      season &&
      withDecidedRaw(
        eve,
        season,
        outlook.filter(({ date }) => date > eve.date),
      );
    const p = decided?.p ?? last?.p;
    return { etc, taw, rootsDr, ...(p !== undefined && { raw: readilyAvailableWater(p, taw) }) };
  });
}

const decisionOf = ({ today, settings, site }: SectorState) =>
  new Date(farmMoment(today, settings.decisionTime, site.farm.timezone));

/** The effective part of each outcome of an ensemble, beyond the recorded rain of the day. */
function outcomesOf(
  day: OutlookDay | undefined,
  { rainEffective }: Pick<ClientSettings, "rainEffective">,
): Pick<RecommendationInput["outlook"][number], "rainOutcomes"> {
  if (!day?.rainAmounts) return {};
  const effective = (mm: number) => effectiveRain(mm, day.eto, rainRule(rainEffective));
  return { rainOutcomes: day.rainAmounts.map((mm) => Math.max(0, effective(day.rain + mm) - effective(day.rain))) };
}

/** The farm's clock at a moment of a day. */
export function farmClockAt({ farm }: SectorContext, day: FarmDay, now: Date): FarmClock {
  const midnight = startOfFarmDay(day, farm.timezone);
  return {
    midnight,
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
    nowMinute: (now.getTime() - midnight) / MINUTE_MS,
  };
}

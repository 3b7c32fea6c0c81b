import { balanceDay } from "@lamina/agronomy/balance/balance";
import type { BalanceRow, BalanceState, DayInput, SeasonSettings } from "@lamina/agronomy/balance/season";
import type { SectorStatus } from "@lamina/agronomy/balance/status";
import { isPerennial } from "@lamina/agronomy/crop/stage-rules";
import { growingDegreeDays } from "@lamina/agronomy/eto/air";
import type { IrrigationMachine } from "@lamina/agronomy/machine/application";
import { sectorStatus } from "@lamina/agronomy/plan/sector-need";
import { type EffectiveRainMethod, effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { daysBetween, type FarmDay } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { ClientSettings } from "../../farms/settings/service.ts";
import type { balances } from "../../schema/irrigation.ts";
import { machineOn, type SectorContext, type SectorSeason } from "../sites/sectors.ts";
import type { KnownDay } from "./day-record.ts";

/** A row of the balance with the initial state of the next day. */
export type BalanceRecord = typeof balances.$inferSelect;

/** Decimals of stored values; the state for the next day is exact. */
const DECIMALS = 4;
/** Part of the surface that drip wets (FAO-56 Table 20: 0.3 to 0.4). */
export const DRIP_WETTED = 0.35;

/** A sector in a season, ready to be computed day after day. */
interface SeasonRun {
  site: SectorContext;
  season: SectorSeason["season"];
  crop: SectorSeason["crop"];
  settings: SeasonSettings;
  startWater: BalanceRecord["startWater"];
  rules: Pick<ClientSettings, "rainEffective"> & StatusRules;
}

/** Rows of consecutive days from a state. `origin` is fixed for future days. */
export function balanceRows<Day extends KnownDay>(
  run: SeasonRun,
  start: BalanceState,
  days: readonly Day[],
  origin?: (day: Day) => BalanceRecord["origin"],
): BalanceRecord[] {
  let state = start;
  const firstDae = days[0] ? daysAfterEmergence(run.season, days[0].date) : 0;
  return days.map((day, index) => {
    const { row, next } = balanceDay(run.settings, state, dayInput(run, day));
    state = next;
    return {
      ...toRecord(run, day, row),
      dae: firstDae + index,
      origin: origin?.(day) ?? (day.measured ? "measured" : "estimated"),
      state,
    };
  });
}

/** The client's rain rule, converted for the engine. */
export function rainRule({ method, minFracEto }: ClientSettings["rainEffective"]): EffectiveRainMethod {
  return method === "all" ? { method } : { method: "minFracEto", minFracEto };
}

function dayInput({ site, crop, settings, rules }: SeasonRun, day: KnownDay): DayInput {
  const { eto, irrNet, u2, rhMin, tMax, tMin, adjustedDr, cover } = day;
  const isWarmthKnown = settings.thermal !== undefined && tMax !== null && tMin !== null;
  return {
    eto,
    rain: effectiveRain(day.rain, eto, rainRule(rules.rainEffective)),
    irrigation: irrNet,
    ...(site.pivot.kind === "drip" && irrNet > 0 && { fw: DRIP_WETTED }),
    ...(u2 !== null && { u2 }),
    ...(rhMin !== null && { rhMin }),
    ...(adjustedDr !== undefined && { adjustedDr }),
    ...(cover !== undefined && { cover }),
    ...(isWarmthKnown && { degreeDays: growingDegreeDays(tMax, tMin, crop.tBase ?? 0, crop.tUpper ?? undefined) }),
  };
}

function toRecord(run: SeasonRun, day: KnownDay, row: BalanceRow): Omit<BalanceRecord, "dae" | "origin" | "state"> {
  const { site, season, crop, rules } = run;
  const { dr, raw, dp, etc } = row;
  return {
    sectorId: site.sector._id,
    seasonId: season._id,
    date: day.date,
    stage: row.stage,
    kc: round(row.kc, DECIMALS),
    canopyKc: round(row.canopyKc, DECIMALS),
    rootCm: round(row.rootCm, DECIMALS),
    eto: round(row.eto, DECIMALS),
    etc: round(etc, DECIMALS),
    etcAdj: round(row.etcAdj, DECIMALS),
    ks: round(row.ks, DECIMALS),
    rain: round(day.rain, DECIMALS),
    rainEff: round(row.rainEff, DECIMALS),
    irrGross: round(day.irrGross, DECIMALS),
    irrNet: round(row.irrNet, DECIMALS),
    recommendedMm: day.recommendedMm ?? null,
    taw: round(row.taw, DECIMALS),
    p: round(row.p, DECIMALS),
    raw: round(raw, DECIMALS),
    dr: round(dr, DECIMALS),
    subsoilTaw: round(row.subsoilTaw, DECIMALS),
    subsoilDr: round(row.subsoilDr, DECIMALS),
    rootsDr: round(row.rootsDr, DECIMALS),
    toSubsoil: round(row.toSubsoil, DECIMALS),
    startWater: run.startWater,
    dp: round(dp, DECIMALS),
    storagePct: round(row.storagePct, DECIMALS),
    adjustedMm: round(row.adjustment, DECIMALS),
    status: balanceStatus(
      { dr, raw, dp, etc, stage: row.stage },
      { ...crop, machine: machineOn(site, day.date).machine },
      rules,
    ),
  };
}

/** Stages with an allowed depletion of their own, in the order of `allowedPct`. */
const STAGES = ["initial", "development", "mid", "late"];

type StatusRules = Pick<ClientSettings, "statusMargins" | "tariff">;

/**
 * Status of a sector by its depletion. `use`: inputs that only today has, the rules of the stage and the peak of the
 * season. A crop past its curve needs no more water, however dry its soil, but a perennial does.
 */
export function balanceStatus(
  day: { dr: number; raw: number; dp: number; etc: number; stage: BalanceRecord["stage"] },
  crop: Pick<SectorSeason["crop"], "allowedPct" | "rootIniCm" | "rootMaxCm"> & { machine: IrrigationMachine },
  { statusMargins, tariff }: StatusRules,
  use?: Pick<Parameters<typeof sectorStatus>[0], "stage" | "peakEtc" | "held">,
): SectorStatus {
  const { machine, allowedPct } = crop;
  const trigger = (allowedPct?.[STAGES.indexOf(day.stage)] ?? 100) / 100;
  const { waitDays } = statusMargins;
  const { status } = sectorStatus({ ...day, machine, tariff, waitDays, stage: { trigger }, ...use });
  return day.stage === "after" && !isPerennial(crop) && status !== "excess" ? "ok" : status;
}

/** Days after emergence, or after planting without a recorded emergence. */
function daysAfterEmergence(
  { emergenceDate, plantingDate }: Pick<SectorSeason["season"], "emergenceDate" | "plantingDate">,
  date: FarmDay,
): number {
  return daysBetween(emergenceDate ?? plantingDate, date);
}

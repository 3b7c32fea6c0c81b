import { deficitBetween } from "@lamina/agronomy/balance/subsoil";
import { kcAt } from "@lamina/agronomy/crop/kc-curve";
import { depletionFraction, readilyAvailableWater, totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import { addDays } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { ClientSettings } from "../../../farms/settings/service.ts";
import type { BalanceRecord } from "../../balance/rows.ts";
import { startWaterOf } from "../../sites/initial-water.ts";
import { seasonSettings, startState } from "../../sites/season-settings.ts";
import type { SectorContext, SectorSeason } from "../../sites/sectors.ts";

/** ETo when it is unknown, mm/d. */
const TYPICAL_ETO = 5;

/**
 * The state on the evening before planting, as a balance row that is not stored, so that a season has a recommendation
 * from its first day on. It comes from the soil at planting. `eto`: the usual one, mm/d.
 */
export function eveOfPlanting(
  planted: SectorSeason,
  site: SectorContext,
  settings: ClientSettings,
  eto = TYPICAL_ETO,
): BalanceRecord {
  const { season, crop } = planted;
  const engine = seasonSettings(planted, site, settings);
  const state = startState(engine, planted, 0);
  const kc = kcAt(0, engine.days, engine.kc);
  const taw = totalAvailableWater(engine.soil, engine.roots.ini);
  const etc = kc * eto;
  const p = depletionFraction(season.pOverride ?? crop.p, etc);
  const subsoilTaw = totalAvailableWater(engine.soil, engine.roots.max) - taw;
  const subsoilDr = deficitBetween(engine.soil, state.subsoil ?? [], engine.roots.ini, engine.roots.max);
  const nothing = { etcAdj: 0, rain: 0, rainEff: 0, irrGross: 0, irrNet: 0, dp: 0, adjustedMm: 0 };
  return {
    sectorId: site.sector._id,
    seasonId: season._id,
    date: addDays(season.plantingDate, -1),
    dae: -1,
    stage: "initial",
    kc,
    canopyKc: 0,
    rootCm: 100 * engine.roots.ini,
    eto,
    etc,
    ks: 1,
    ...nothing,
    recommendedMm: null,
    taw: round(taw, 4),
    p: round(p, 4),
    raw: round(readilyAvailableWater(p, taw), 4),
    dr: round(state.dr, 4),
    ...{ subsoilTaw: round(subsoilTaw, 4), subsoilDr: round(subsoilDr, 4), rootsDr: 0, toSubsoil: 0 },
    startWater: startWaterOf(planted),
    storagePct: taw > 0 ? round((100 * (taw - state.dr)) / taw, 4) : 100,
    status: "ok",
    origin: "estimated",
    state,
  };
}

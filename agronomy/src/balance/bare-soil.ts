import { evaporationLayer } from "../soil/evaporation-layer.ts";
import type { SoilLayer } from "../soil/soil-water.ts";
import { balanceDay, stateIn } from "./balance.ts";
import type { BalanceState, DayInput, SeasonSettings } from "./season.ts";
import { type Subsoil, wholeSoil } from "./subsoil.ts";

/** Soil without a crop, from the surface down. */
interface BareSoil {
  soil: Subsoil;
  /** Depth evaporated from the surface, mm. */
  de: number;
}

/** Bare ground dries by evaporation to 0.15 m at most (FAO-56 page 144: 0.10 to 0.15 m). */
const DRIES_TO_M = 0.15;

/** Evaporation alone: the dual method with Kcb 0 (FAO-56 chapter 7 and, for the months between crops, chapter 11). */
function bareSettings(soil: readonly SoilLayer[]): SeasonSettings {
  return {
    days: [1, 1, 1, 1],
    kc: { ini: 0, mid: 0, end: 0 },
    roots: { ini: DRIES_TO_M, max: DRIES_TO_M },
    p: 0.5,
    soil,
    dual: { layer: evaporationLayer(soil), height: { ini: 0, max: 0 } },
  };
}

/**
 * The soil that a crop leaves after a day. The single method follows neither height nor surface: that is as dry as the
 * root zone.
 */
export function soilAfterCrop(
  soil: readonly SoilLayer[],
  { dr, de, rootM, heightM, subsoil = [] }: BalanceState,
): BareSoil {
  const whole = wholeSoil(soil, { rootM, dr, subsoil });
  return { soil: whole, de: heightM > 0 ? de : (whole[0]?.dry ?? 0) * evaporationLayer(soil).tew };
}

/** Bare soil after some days of rain, water and evaporation. */
export function bareSoilAfter(soil: readonly SoilLayer[], before: BareSoil, days: readonly DayInput[]): BareSoil {
  if (days.length === 0) return before;
  const settings = bareSettings(soil);
  let state = stateIn(settings, before.soil, before.de);
  for (const day of days) state = balanceDay(settings, state, day).next;
  const { dr, de, rootM, subsoil = [] } = state;
  return { soil: wholeSoil(soil, { rootM, dr, subsoil }), de };
}

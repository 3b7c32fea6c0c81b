import { initialState } from "@lamina/agronomy/balance/balance";
import type { BalanceState, DualSettings, SeasonSettings } from "@lamina/agronomy/balance/season";
import { type StageDays, singlePlateaus } from "@lamina/agronomy/crop/kc-curve";
import { evaporationLayer } from "@lamina/agronomy/soil/evaporation-layer";
import { layersFromPercent, type SoilLayer, totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import type { SectorContext, SectorSeason } from "./sectors.ts";

type Crop = SectorSeason["crop"];

/** Height of a crop at emergence, and fully grown where nobody gave one, m (FAO-56 chapter 7). */
const HEIGHT_AT_EMERGENCE_M = 0.05;
const DEFAULT_HEIGHT_M = 1;

/** A season as the engine sees it. The dual method needs the crop's basal coefficients; without them it is single. */
export function seasonSettings({ season, crop }: SectorSeason, soil: SectorContext["soil"]): SeasonSettings {
  const layers = layersFromPercent(soil.layers);
  const days = (season.stages ?? crop.stages).map((stage) => stage.days) as unknown as StageDays;
  const basal = season.kcMethod === "dual" ? basalCoefficients(crop) : undefined;
  return {
    days,
    kc: basal ?? singlePlateaus(crop, season.stages),
    roots: { ini: crop.rootIniCm / 100, max: crop.rootMaxCm / 100 },
    p: season.pOverride ?? crop.p,
    soil: layers,
    ...(basal && { dual: dualSettings(layers, crop) }),
  };
}

export function basalCoefficients({ kcbIni, kcbMid, kcbEnd }: Pick<Crop, "kcbIni" | "kcbMid" | "kcbEnd">) {
  if (kcbIni === null || kcbMid === null || kcbEnd === null) return undefined;
  return { ini: kcbIni, mid: kcbMid, end: kcbEnd };
}

function dualSettings(layers: readonly SoilLayer[], { heightM }: Crop): DualSettings {
  const max = heightM ?? DEFAULT_HEIGHT_M;
  return { layer: evaporationLayer(layers), height: { ini: Math.min(HEIGHT_AT_EMERGENCE_M, max), max } };
}

/** What a season starts from, `day` days after planting: the storage given in % of CAD. */
export function startState(settings: SeasonSettings, initialMoisturePct: number, day: number): BalanceState {
  const taw = totalAvailableWater(settings.soil, settings.roots.ini);
  return { ...initialState(settings, taw * (1 - initialMoisturePct / 100)), day };
}

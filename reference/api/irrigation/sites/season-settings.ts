import { stateIn } from "@lamina/agronomy/balance/balance";
import type { BalanceState, DualSettings, SeasonSettings } from "@lamina/agronomy/balance/season";
import { type StageDays, singlePlateaus } from "@lamina/agronomy/crop/kc-curve";
import { evaporationLayer } from "@lamina/agronomy/soil/evaporation-layer";
import { layersFromPercent, type SoilLayer } from "@lamina/agronomy/soil/soil-water";
import type { ClientSettings } from "../../farms/settings/service.ts";
import { soilAtPlanting } from "./initial-water.ts";
import { climateRules, usualDegreeDays } from "./season-climate.ts";
import type { SectorContext, SectorSeason } from "./sectors.ts";

type Crop = SectorSeason["crop"];

/** Height of a crop at emergence, and default height when fully grown, m (FAO-56 chapter 7). */
const HEIGHT_AT_EMERGENCE_M = 0.05;
const DEFAULT_HEIGHT_M = 1;

/**
 * The engine's settings of a season. The dual method needs the crop's basal coefficients, and degree days need the
 * lengths in degree days; without them the season uses the single method, and days.
 */
export function seasonSettings(
  planted: SectorSeason,
  { soil, farm }: Pick<SectorContext, "soil" | "farm">,
  { advice }: Pick<ClientSettings, "advice">,
): SeasonSettings {
  const { season, crop } = planted;
  const layers = layersFromPercent(soil.layers);
  const { days, isThermal } = stageLengths(season, crop);
  const usual = isThermal ? usualDegreeDays(crop, season.plantingDate, farm) : 1;
  const basal = season.kcMethod === "dual" ? basalCoefficients(crop) : undefined;
  const own = basal ?? singlePlateaus(crop, season.stages);
  const expected = stageDays(days.map((length) => length / usual));
  const isDual = basal !== undefined;
  const climate = advice.kcByClimate ? climateRules(planted, farm, { days: expected, layers, isDual, own }) : undefined;
  return {
    days,
    ...(isThermal && { thermal: { usual } }),
    ...(climate && { climate }),
    kc: own,
    roots: { ini: crop.rootIniCm / 100, max: crop.rootMaxCm / 100 },
    ...(crop.heightM !== null && { heightM: crop.heightM }),
    p: season.pOverride ?? crop.p,
    soil: layers,
    ...(basal && { dual: dualSettings(layers, crop) }),
  };
}

/** Lengths of the stages: the season's own, else the crop's; in degree days if the season uses them and they are known. */
function stageLengths(
  { stages, stageUnit }: Pick<SectorSeason["season"], "stages" | "stageUnit">,
  crop: Pick<Crop, "stages" | "stageDegrees">,
): { days: StageDays; isThermal: boolean } {
  const own = stages?.map(({ days }) => days);
  const degrees = stageUnit === "degree-days" ? (own ?? crop.stageDegrees) : null;
  return degrees
    ? { days: stageDays(degrees), isThermal: true }
    : { days: stageDays(own ?? crop.stages.map(({ days }) => days)), isThermal: false };
}

const stageDays = ([initial = 1, development = 1, mid = 1, late = 1]: readonly number[]): StageDays => [
  initial,
  development,
  mid,
  late,
];

export function basalCoefficients({ kcbIni, kcbMid, kcbEnd }: Pick<Crop, "kcbIni" | "kcbMid" | "kcbEnd">) {
  if (kcbIni === null || kcbMid === null || kcbEnd === null) return undefined;
  return { ini: kcbIni, mid: kcbMid, end: kcbEnd };
}

function dualSettings(layers: readonly SoilLayer[], { heightM }: Crop): DualSettings {
  const max = heightM ?? DEFAULT_HEIGHT_M;
  return { layer: evaporationLayer(layers), height: { ini: Math.min(HEIGHT_AT_EMERGENCE_M, max), max } };
}

/** The initial state of a season, `day` days after planting. */
export function startState(
  settings: SeasonSettings,
  planted: Pick<SectorSeason, "season" | "known">,
  day: number,
): BalanceState {
  const start = stateIn(settings, soilAtPlanting(planted), settings.dual && planted.known?.de);
  return { ...start, day: day * (settings.thermal?.usual ?? 1) };
}

import { layersFromPercent, totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import type { ManagementReport } from "@lamina/shared/views/report";
import type { ReportSeason, ReportSector } from "./management-store.ts";
import type { SectionSums } from "./section-sums.ts";

type Closure = ManagementReport["sectors"][number]["closure"];

const NOTHING: Closure = {
  storageStartMm: 0,
  storageEndMm: 0,
  deltaMm: 0,
  balanceMm: 0,
  rootGrowthMm: 0,
  toSubsoilMm: 0,
  adjustedMm: 0,
  errorMm: 0,
};

/**
 * The closure of the water of a period: the change of the storage (CAD − Dr) equals inflow minus outflow, plus
 * adjustments by hand and the water of deeper roots, minus the water stored below them (domain, 6). A season that begins
 * in the period starts with the storage of its planting.
 */
export function closureOf(
  section: SectionSums | undefined,
  season: (ReportSeason & Pick<ReportSector, "soil">) | undefined,
): Closure {
  if (section === undefined || season === undefined) return NOTHING;
  const { sums, end } = section;
  const start = section.start ?? { taw: tawAtPlanting(season), dr: section.firstDr };
  const storageStartMm = start.taw - start.dr;
  const storageEndMm = end.taw - end.dr;
  const deltaMm = storageEndMm - storageStartMm;
  const balanceMm = sums.rainEff + sums.irrNet - sums.etcAdj - sums.dp;
  const rootGrowthMm = end.taw - start.taw - section.subsoil.rootsDr;
  const toSubsoilMm = section.subsoil.toSubsoil;
  // An adjustment is stored as a change of depletion.
  const adjustedMm = -sums.adjustedMm;
  const errorMm = deltaMm - (balanceMm + rootGrowthMm - toSubsoilMm + adjustedMm);
  return { storageStartMm, storageEndMm, deltaMm, balanceMm, rootGrowthMm, toSubsoilMm, adjustedMm, errorMm };
}

function tawAtPlanting({ crop, soil }: Pick<ReportSeason, "crop"> & Pick<ReportSector, "soil">): number {
  return totalAvailableWater(layersFromPercent(soil.layers), crop.rootIniCm / 100);
}

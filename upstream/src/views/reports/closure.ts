import { totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import type { ManagementReport } from "@lamina/shared/views/report";
import type { ReportRow, ReportSeason, ReportSector } from "./management-store.ts";

type Closure = ManagementReport["sectors"][number]["closure"];

const NOTHING: Closure = {
  storageStartMm: 0,
  storageEndMm: 0,
  deltaMm: 0,
  balanceMm: 0,
  rootGrowthMm: 0,
  adjustedMm: 0,
  errorMm: 0,
};

/**
 * The closure of the water of a period: the change of the storage (CAD − Dr) equals inflow minus outflow, plus
 * adjustments by hand and the water of deeper roots (domain, 6).
 * @param before row of the day before the first; without it the season begins with its first row
 */
export function closureOf(
  rows: readonly ReportRow[],
  before: ReportRow | undefined,
  season: (ReportSeason & Pick<ReportSector, "soil">) | undefined,
): Closure {
  const last = rows.at(-1);
  if (last === undefined || season === undefined) return NOTHING;
  const start = before ?? plantingStorage(season);
  const sum = (amount: (row: ReportRow) => number) => rows.reduce((total, row) => total + amount(row), 0);
  const storageStartMm = start.taw - start.dr;
  const storageEndMm = last.taw - last.dr;
  const deltaMm = storageEndMm - storageStartMm;
  const balanceMm = sum(({ rainEff, irrNet, etcAdj, dp }) => rainEff + irrNet - etcAdj - dp);
  const rootGrowthMm = last.taw - start.taw;
  // An adjustment is stored as a change of depletion.
  const adjustedMm = -sum((row) => row.adjustedMm);
  const errorMm = deltaMm - (balanceMm + rootGrowthMm + adjustedMm);
  return { storageStartMm, storageEndMm, deltaMm, balanceMm, rootGrowthMm, adjustedMm, errorMm };
}

/** CAD and depletion at planting. */
function plantingStorage({ season, crop, soil }: ReportSeason & Pick<ReportSector, "soil">) {
  const layers = soil.layers.map(({ depthCm, fcPct, wpPct }) => ({
    depthM: depthCm / 100,
    fc: fcPct / 100,
    wp: wpPct / 100,
  }));
  const taw = totalAvailableWater(layers, crop.rootIniCm / 100);
  return { taw, dr: taw * (1 - season.initialMoisturePct / 100) };
}

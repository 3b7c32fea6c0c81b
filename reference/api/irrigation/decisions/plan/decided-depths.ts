import { round } from "@lamina/shared/core/units";
import type { PlanChoice } from "@lamina/shared/records/day-plan";
import type { Recommendation, SpeedRow } from "@lamina/shared/records/recommendation";
import type { SectorState } from "../state/sector-state.ts";

/**
 * Recommendations with the smaller depths that a person decided for a machine's run. All sectors of the run get less in
 * the same proportion; the panel's setting changes in whole percent, and the depth is the one of that setting.
 */
export function withDecidedDepths(
  recommendations: ReadonlyMap<string, Recommendation>,
  states: readonly SectorState[],
  choiceOf: (state: SectorState) => PlanChoice | undefined,
): Map<string, Recommendation> {
  const decided = new Map(recommendations);
  for (const [, own] of Map.groupBy(states, ({ site }) => site.pivot._id)) {
    const first = own[0];
    const wantedMm = first && choiceOf(first)?.grossMm;
    if (wantedMm === undefined) continue;
    const asking = own.flatMap(({ site }) => {
      const recommendation = recommendations.get(site.sector._id);
      return recommendation?.action === "irrigate" ? [{ areaHa: site.areaHa, recommendation }] : [];
    });
    const areaHa = asking.reduce((sum, one) => sum + one.areaHa, 0);
    const meanMm = asking.reduce((sum, one) => sum + one.areaHa * (one.recommendation.grossMm ?? 0), 0) / areaHa;
    if (!(wantedMm < meanMm)) continue;
    for (const { recommendation } of asking)
      decided.set(recommendation.sectorId, withShare(recommendation, wantedMm / meanMm));
  }
  return decided;
}

/** A row of a speed table with a share of its depth, in a part of its passes. */
function rowWithShare(row: SpeedRow, share: number, partOfPasses: number): SpeedRow {
  if (row.percent === null) return row;
  const percent = settingFor(row.percent, share, partOfPasses);
  return { ...row, percent, grossMm: round((row.grossMm * partOfPasses * row.percent) / percent, 2) };
}

/** The setting that gives at least a share of a depth, in whole percent. */
const settingFor = (percent: number, share: number, partOfPasses: number) =>
  Math.min(100, Math.floor((percent * partOfPasses) / share));

function withShare(own: Recommendation, share: number): Recommendation {
  const { grossMm, passes, depthPerPassMm, percent, shares } = own;
  if (grossMm === null) return own;
  const perPass = depthPerPassMm ?? grossMm / (passes ?? 1);
  const count = Math.max(1, Math.ceil((grossMm * share) / perPass - 1e-6));
  const partOfPasses = count / (passes ?? 1);
  const setting = percent === null ? null : settingFor(percent, share, partOfPasses);
  const depth = percent === null || setting === null ? (grossMm * share) / count : (perPass * percent) / setting;
  const part = (depth * count) / grossMm;
  const scaled = (value: number | null, decimals: number) => (value === null ? null : round(value * part, decimals));
  return {
    ...own,
    recommendedMm: grossMm,
    grossMm: round(depth * count, 2),
    netMm: scaled(own.netMm ?? null, 2),
    leftMm: round((own.leftMm ?? 0) + (own.netMm ?? 0) * (1 - part), 2),
    passes: passes == null ? passes : count,
    depthPerPassMm: round(depth, 2),
    percent: setting,
    hoursRev: scaled(own.hoursRev, 3),
    hoursTotal: scaled(own.hoursTotal ?? null, 3),
    volumeM3: scaled(own.volumeM3 ?? null, 1),
    energyKwh: scaled(own.energyKwh ?? null, 1),
    costBrl: scaled(own.costBrl, 2),
    ...(shares && {
      shares: shares.map((row) => rowWithShare(row, share, partOfPasses)),
    }),
  };
}

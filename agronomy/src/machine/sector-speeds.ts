import { depthAt, grossDepth, netDepth } from "./pivot.ts";

/** A sector that is watered in one run with others; depths in mm. */
export interface RunSector {
  /** Null for ground without a sector. */
  id: string | null;
  areaHa: number;
  /** Gross depth of its own recommendation. */
  needMm: number;
  /** Net: the current depletion, and the maximum depletion after the run that avoids stress before the next run. */
  dr: number;
  tolerableMm: number;
  /** R$ per mm and ha of lost evapotranspiration, and of applied gross water (energy and water). */
  lossBrlMmHa: number;
  costBrlMmHa: number;
}

/**
 * The maximum depletion after a run that avoids stress until the arm returns: half of the AFD, less a day's use. In mm.
 */
export const tolerableDepletion = (raw: number, use: number) => Math.max(0, raw / 2 - use);

export interface PanelLimits {
  depth100Mm: number;
  /** Slowest setting in whole %, by the panel and by the soil's intake. */
  slowestPercent: number;
  mostPasses: number;
  efficiencyPct: number;
}

interface SharedSetting {
  percent: number;
  passes: number;
  depthPerPassMm: number;
  /** R$ that the setting costs by stress and by percolation. */
  lossBrl: number;
}

/** Differences below this are rounding, R$. */
const SAME_BRL = 1e-6;

/**
 * The single setting of least loss for sectors that share a run: the cost of stress where it applies too little, plus
 * the water that drains where it applies too much. Among equal costs, the setting nearest to the greatest need.
 */
export function leastLossSetting(sectors: readonly RunSector[], panel: PanelLimits): SharedSetting {
  const greatestNeedMm = Math.max(...sectors.map(({ needMm }) => needMm));
  let best: SharedSetting | undefined;
  for (let passes = 1; passes <= panel.mostPasses; passes += 1)
    for (let percent = panel.slowestPercent; percent <= 100; percent += 1) {
      const depthPerPassMm = depthAt(percent, panel.depth100Mm);
      const gross = passes * depthPerPassMm;
      const lossBrl = sectors.reduce((sum, sector) => sum + lossOf(sector, gross, panel.efficiencyPct), 0);
      const isBetter =
        best === undefined ||
        lossBrl < best.lossBrl - SAME_BRL ||
        (lossBrl < best.lossBrl + SAME_BRL &&
          Math.abs(gross - greatestNeedMm) < Math.abs(best.passes * best.depthPerPassMm - greatestNeedMm));
      if (isBetter) best = { percent, passes, depthPerPassMm, lossBrl };
    }
  if (best === undefined) throw new RangeError("A panel needs a setting and a pass.");
  return best;
}

/** R$ that a gross depth costs a sector by stress and by percolation. */
function lossesOf({ areaHa, dr, tolerableMm, lossBrlMmHa, costBrlMmHa }: RunSector, gross: number, efficiency: number) {
  const net = netDepth(gross, efficiency);
  const stressed = Math.max(0, dr - net - tolerableMm);
  const drained = grossDepth(Math.max(0, net - dr), efficiency);
  return { stressedBrl: areaHa * stressed * lossBrlMmHa, drainedBrl: areaHa * drained * costBrlMmHa };
}

function lossOf(sector: RunSector, gross: number, efficiency: number): number {
  const { stressedBrl, drainedBrl } = lossesOf(sector, gross, efficiency);
  return stressedBrl + drainedBrl;
}

/** A row of a panel's speed table: clockwise from `fromDeg`, in °. Without water `percent` is null. */
interface SpeedRow {
  ids: string[];
  fromDeg: number;
  toDeg: number;
  percent: number | null;
  /** Gross depth over all passes. */
  grossMm: number;
}

export interface TableSector extends RunSector {
  fromDeg: number;
  toDeg: number;
  /** Whether it is watered; otherwise the arm passes over it dry. */
  isWatered: boolean;
}

interface SpeedTable {
  passes: number;
  rows: SpeedRow[];
}

/**
 * The table of a panel that changes its speed by angle: each of the sectors, clockwise, gets its own depth, all in the
 * number of passes of least loss (among equal ones, the one that fills the greatest need). Until the panel has rows
 * enough, the neighbours with the cheapest common setting are joined.
 */
export function speedTable(sectors: readonly TableSector[], panel: PanelLimits, mostRows: number): SpeedTable {
  const deepest = depthAt(panel.slowestPercent, panel.depth100Mm);
  const greatestNeedMm = Math.max(0, ...sectors.map(({ isWatered, needMm }) => (isWatered ? needMm : 0)));
  const maxPasses = Math.min(panel.mostPasses, Math.max(1, Math.ceil(greatestNeedMm / deepest - 1e-9)));
  let best = tableOf(sectors, panel, mostRows, maxPasses);
  for (let passes = maxPasses - 1; passes >= 1; passes -= 1) {
    const table = tableOf(sectors, panel, mostRows, passes);
    if (table.lossBrl < best.lossBrl - SAME_BRL) best = table;
  }
  const { passes, rows } = best;
  return { passes, rows };
}

type Group = readonly [TableSector, ...TableSector[]];

/** The table in a number of passes, and what it costs by stress and by percolation, R$. */
function tableOf(
  sectors: readonly TableSector[],
  panel: PanelLimits,
  mostRows: number,
  passes: number,
): SpeedTable & { lossBrl: number } {
  const settingOf = (group: Group) => rowSetting(group, panel, passes);
  const groups = sectors.map((sector): Group => [sector]);
  while (groups.length > Math.max(1, mostRows)) {
    const costs = groups.slice(1).map((group, index) => {
      const before = groups[index] ?? group;
      return settingOf([...before, ...group]).lossBrl - settingOf(before).lossBrl - settingOf(group).lossBrl;
    });
    const at = costs.indexOf(Math.min(...costs));
    const [first, second] = [groups[at], groups[at + 1]];
    if (first === undefined || second === undefined) break;
    groups.splice(at, 2, [...first, ...second]);
  }
  const settings = groups.map((group) => ({ group, ...settingOf(group) }));
  return {
    passes,
    lossBrl: settings.reduce((sum, { lossBrl }) => sum + lossBrl, 0),
    rows: settings.map(({ group, percent, grossMm }) => ({
      ids: group.flatMap(({ id }) => id ?? []),
      fromDeg: group[0].fromDeg,
      toDeg: group.at(-1)?.toDeg ?? group[0].toDeg,
      percent,
      grossMm,
    })),
  };
}

/** The setting of a row's sectors in some passes: its own depth for one sector, the common one of least loss for more. */
function rowSetting(group: Group, panel: PanelLimits, passes: number) {
  if (!group.some(({ isWatered }) => isWatered)) return { percent: null, grossMm: 0, lossBrl: 0 };
  if (group.length > 1) {
    const perPass = group.map((sector) => ({
      ...sector,
      needMm: sector.needMm / passes,
      // The water that a joined row puts on a neighbour without need is lost.
      dr: sector.isWatered ? sector.dr / passes : 0,
      tolerableMm: sector.tolerableMm / passes,
    }));
    const { percent, depthPerPassMm, lossBrl } = leastLossSetting(perPass, { ...panel, mostPasses: 1 });
    return { percent, grossMm: passes * depthPerPassMm, lossBrl: passes * lossBrl };
  }
  const neededPercent = Math.floor((100 * passes * panel.depth100Mm) / group[0].needMm + 1e-9);
  const percent = Math.min(100, Math.max(panel.slowestPercent, neededPercent));
  const grossMm = passes * depthAt(percent, panel.depth100Mm);
  const { drainedBrl, stressedBrl } = lossesOf(group[0], grossMm, panel.efficiencyPct);
  // Below 100 % what drains is the rounding to a whole percent.
  return { percent, grossMm, lossBrl: stressedBrl + (percent === 100 ? drainedBrl : 0) };
}

import { grossDepth, netDepth } from "@lamina/agronomy/machine/pivot";
import { withDryGaps } from "@lamina/agronomy/machine/sector-gaps";
import {
  leastLossSetting,
  type PanelLimits,
  speedTable,
  type TableSector,
  tolerableDepletion,
} from "@lamina/agronomy/machine/sector-speeds";
import { MACHINE_DEFAULTS, systemArea } from "@lamina/agronomy/machine/system";
import type { Recommendation as EngineResult, RecommendationInput } from "@lamina/agronomy/plan/recommendation-model";
import { round } from "@lamina/shared/core/units";
import type { SpeedRow } from "@lamina/shared/records/recommendation";
import type { SectorState } from "../state/sector-state.ts";

/** A sector of a system with the recommendation for its own depletion. */
interface SectorDecision {
  state: SectorState;
  input: RecommendationInput;
  result: EngineResult;
}

export interface SharedRun {
  /** The setting of each watered sector, by its id. */
  settings: Map<string, { percent: number; passes: number }>;
  rows: SpeedRow[];
}

/** Minimum cost of drained water without an energy price, R$ per mm and ha. */
const MIN_WATER_BRL = 1;

/**
 * The settings of a panel's sectors that need water: one for each if the panel changes its speed by angle, else the
 * single one of least loss. Undefined when no run is shared.
 */
export function sharedRun(decisions: readonly SectorDecision[]): SharedRun | undefined {
  const asking = decisions.filter(({ result }) => result.action === "irrigate");
  const [first] = asking;
  const pivot = first?.state.site.pivot;
  const panel = first?.input.machine.panel;
  if (first === undefined || pivot === undefined || panel === undefined) return undefined;
  const isVariable = pivot.speedBySector && pivot.kind === "pivot";
  if (asking.length < 2 && !isVariable) return undefined;
  const limit = Math.min(...asking.map(({ input }) => input.machine.passLimitMm ?? Number.POSITIVE_INFINITY));
  const limits: PanelLimits = {
    depth100Mm: panel.depth100Mm,
    slowestPercent: Math.min(
      100,
      Math.max(1, Math.ceil(panel.minPercent), Math.ceil((100 * panel.depth100Mm) / limit - 1e-9)),
    ),
    mostPasses: Math.max(...asking.map(({ result }) => result.passes)),
    // Where the hours of a run reduce Ea, that of its depths.
    efficiencyPct: (100 * first.result.netMm) / first.result.grossMm,
  };
  const sectors = decisions.map(tableSector);
  if (!isVariable) {
    const { percent, passes } = leastLossSetting(
      sectors.filter(({ isWatered }) => isWatered),
      limits,
    );
    return {
      settings: new Map(asking.map(({ state }) => [state.site.sector._id, { percent, passes }] as const)),
      rows: [],
    };
  }
  const circle = { startDeg: pivot.angleStart, endDeg: pivot.angleEnd, areaHa: systemArea(pivot) };
  const { passes, rows } = speedTable(
    withDryGaps(sectors, circle),
    limits,
    pivot.speedRows ?? MACHINE_DEFAULTS.speedRows,
  );
  const settings = new Map(
    rows.flatMap(({ ids, percent }) => (percent === null ? [] : ids.map((id) => [id, { percent, passes }] as const))),
  );
  return {
    settings: new Map([...settings].filter(([id]) => asking.some(({ state }) => state.site.sector._id === id))),
    rows: rows.map(({ ids, fromDeg, toDeg, percent, grossMm }) => ({
      sectorIds: ids,
      fromDeg,
      toDeg,
      percent,
      grossMm: round(grossMm, 2),
    })),
  };
}

function tableSector({ state, input, result }: SectorDecision): TableSector {
  const { sector, areaHa, pivot } = state.site;
  const isWatered = result.action === "irrigate";
  const drained = result.costBrl === null || result.grossMm === 0 ? 0 : result.costBrl / (result.grossMm * areaHa);
  const use = input.expectedEtc ?? 0;
  return {
    id: sector._id,
    areaHa,
    isWatered,
    fromDeg: sector.angleStart,
    toDeg: sector.angleEnd,
    needMm: isWatered ? Math.max(result.grossMm, grossDepth(result.netMm, pivot.efficiencyPct)) : 0,
    // More than the stage can use is lost, like water below the roots.
    dr: Math.min(input.dr, input.stage?.mostNetMm ?? input.dr),
    tolerableMm: tolerableDepletion(input.raw, use),
    lossBrlMmHa: input.worth?.lossBrlMmHa ?? 0,
    costBrlMmHa: Math.max(MIN_WATER_BRL, drained, netDepth(input.worth?.budget?.brlMmHa ?? 0, pivot.efficiencyPct)),
  };
}

import { groundFlow } from "@lamina/agronomy/machine/calibration";
import { sweptAngle, volumeOf } from "@lamina/agronomy/machine/pivot";
import { systemArea } from "@lamina/agronomy/machine/system";
import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { SectorContext } from "../../sites/sectors.ts";

/** Minimum remaining time of a run in progress, and the maximum recorded run, h. */
const MIN_HOURS = 0.5;
const MAX_HOURS = 240;

/** The depth of a run in progress, and the remaining part. */
export interface UnderWay {
  startedAt: Date;
  /** Hours from now until its revolution is complete. */
  hoursLeft: number;
  /** Setting of the panel in whole percent, if the panel reported it. */
  percent: number | null;
  /** Gross depth in mm of the whole run in its passes, and the remaining depth of each sector. */
  grossMm: number;
  passes: number;
  remainingMm: ReadonlyMap<string, number>;
}

/**
 * A run in progress at a moment. `sites`: the sectors of its system. A pivot is followed by its angle; the runtime of
 * other systems, and of a pivot that has not moved yet, is unknown, so `asked` gives the remaining hours and depths, and
 * the passes.
 */
export function underWay(
  run: WetRun,
  sites: readonly SectorContext[],
  now: Date,
  asked: { hours: number; passes: number; mmOf(sectorId: string): number },
): UnderWay {
  const pivot = sites[0]?.pivot;
  const passed = (run.endAt - run.startAt) / HOUR_MS;
  const percent = run.percentTime > 0 ? Math.round(run.percentTime / (run.endAt - run.startAt)) : null;
  const common = { startedAt: new Date(run.startAt), percent };
  if (pivot?.kind !== "pivot" || run.sweptDeg <= 0) {
    const put = (site: SectorContext) => (run.sectors[site.sector._id]?.volumeM3 ?? 0) / volumeOf(1, site.areaHa);
    const remainingMm = new Map(sites.map(({ sector }) => [sector._id, asked.mmOf(sector._id)] as const));
    const areaHa = sites.reduce((sum, site) => sum + site.areaHa, 0);
    const mean = (mmOf: (site: SectorContext) => number) =>
      sites.reduce((sum, site) => sum + mmOf(site) * site.areaHa, 0) / Math.max(1e-6, areaHa);
    return {
      ...common,
      hoursLeft: within(asked.hours),
      passes: asked.passes,
      grossMm: mean((site) => put(site) + (remainingMm.get(site.sector._id) ?? 0)),
      remainingMm,
    };
  }
  const circle = sweptAngle(pivot.angleStart, pivot.angleEnd);
  const whole = (passed * circle) / run.sweptDeg;
  const parts = sites.map(({ sector, areaHa }) => {
    const degrees = sweptAngle(sector.angleStart, sector.angleEnd);
    const own = run.sectors[sector._id];
    return { sectorId: sector._id, areaHa, swept: Math.min(1, (own?.sweptDeg ?? 0) / degrees), m3: own?.volumeM3 ?? 0 };
  });
  const wetHa = parts.reduce((sum, { areaHa, swept }) => sum + areaHa * swept, 0);
  const grossMm =
    wetHa > 0
      ? parts.reduce((sum, { m3 }) => sum + m3, 0) / volumeOf(1, wetHa)
      : (groundFlow(pivot) * passed) / volumeOf(1, (systemArea(pivot) * run.sweptDeg) / circle);
  return {
    ...common,
    hoursLeft: within(whole - (now.getTime() - run.startAt) / HOUR_MS),
    passes: 1,
    grossMm,
    remainingMm: new Map(parts.map(({ sectorId, swept }) => [sectorId, grossMm * (1 - swept)] as const)),
  };
}

const within = (hours: number) => Math.min(MAX_HOURS, Math.max(MIN_HOURS, hours));

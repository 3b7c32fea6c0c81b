import { volumeOf } from "@lamina/agronomy/machine/pivot";
import { planDay, type WaterSource } from "@lamina/agronomy/plan/day-plan";
import type { Placement, PlanJob } from "@lamina/agronomy/plan/placement";
import { runHours } from "@lamina/agronomy/plan/recommendation";
import { type FarmClock, instantAt, tariffTimeline } from "@lamina/agronomy/plan/tariff";
import { type FarmDay, startOfFarmDay } from "@lamina/shared/farm-time";
import type { DayPlan, PlanItem, Recommendation } from "@lamina/shared/irrigation";
import { round } from "@lamina/shared/units";
import { wireReason } from "./build-recommendation.ts";
import type { SectorState } from "./sector-state.ts";

/** Days of tariff that a plan of 24 h may touch. */
const TARIFF_DAYS = 3;

export interface PlanInput {
  date: FarmDay;
  timezone: string;
  /** From when on the plan runs: when its recommendations were computed. */
  from: Date;
  states: readonly SectorState[];
  recommendations: ReadonlyMap<string, Recommendation>;
  sources: readonly WaterSource[];
}

/** Sectors of one system that are watered in one run. */
interface Run {
  states: SectorState[];
  job: PlanJob;
  grossMm: number;
  percent: number | null;
  areaHa: number;
}

/**
 * The plano do dia of a farm. The sectors of a pivot that ask for water today run together, at the one panel setting that gives
 * the neediest of them its depth; the run takes the share of the revolution that they fill, the others are passed over dry. Systems without a
 * panel water their sectors one after the other, each with its own depth. A sector that may not be recommended anything is left out, with the reason.
 */
export function dayPlan({ date, timezone, from, states, recommendations, sources }: PlanInput): DayPlan {
  const byPivot = [...Map.groupBy(states, ({ site }) => site.pivot._id)];
  const runs = byPivot.flatMap(([pivotId, own]) => runOf(pivotId, own, recommendations) ?? []);
  const clock = clockOf(date, timezone, from);
  const tariff = states[0]?.settings.tariff ?? [];
  const { placements } = planDay({
    jobs: runs.map(({ job }) => job),
    sources,
    timeline: tariffTimeline(tariff, clock.weekday, TARIFF_DAYS),
    fromMinute: clock.nowMinute,
  });
  const placed = placements.map((placement) => ({ placement, run: runs.find(({ job }) => job.id === placement.id) }));
  const items = placed.flatMap(({ placement, run }) => (run ? itemOf(placement, run, clock) : []));
  const unplaced = placements
    .filter(({ startMinute }) => startMinute === null)
    .map(({ id, reasons }) => ({ pivotId: id, reasons: reasons.map(wireReason) }));
  return {
    date,
    items,
    unplaced: [...unplaced, ...blockedPivots(byPivot, recommendations)],
    totals: totalsOf(items, placed),
  };
}

function runOf(
  pivotId: string,
  states: readonly SectorState[],
  recommendations: ReadonlyMap<string, Recommendation>,
): Run | undefined {
  const asking = states.flatMap((state) => {
    const recommendation = recommendations.get(state.site.sector._id);
    return recommendation?.action === "irrigate" ? [{ state, recommendation }] : [];
  });
  const first = asking[0];
  if (first === undefined) return undefined;
  const { pivot } = first.state.site;
  const neediest = asking.reduce((a, b) =>
    (a.recommendation.grossMm ?? 0) >= (b.recommendation.grossMm ?? 0) ? a : b,
  );
  const areaHa = asking.reduce((sum, { state }) => sum + state.site.areaHa, 0);
  const hasPanel = first.state.site.machine.panel !== undefined;
  const hours = asking.reduce((sum, { state, recommendation }) => {
    const turn = hasPanel ? neediest.recommendation : recommendation;
    return sum + runHours({ hours: turn.hoursRev ?? 0 }, state.site.machine);
  }, 0);
  const volume = asking.reduce((sum, { state, recommendation }) => {
    const mm = (hasPanel ? neediest.recommendation.grossMm : recommendation.grossMm) ?? 0;
    return sum + volumeOf(mm, state.site.areaHa);
  }, 0);
  return {
    states: asking.map(({ state }) => state),
    grossMm: volume / volumeOf(1, areaHa),
    percent: hasPanel ? neediest.recommendation.percent : null,
    areaHa,
    job: {
      id: pivotId,
      waterSourceId: pivot.waterSourceId ?? pivotId,
      hours,
      maxHoursDay: pivot.maxHoursDay,
      flowM3h: pivot.flowM3h,
      pumpKw: pivot.pumpKw ?? 0,
      hoursToCritical: Math.min(...asking.map(({ recommendation }) => recommendation.hoursToCritical ?? 0)),
    },
  };
}

function itemOf(placement: Placement, run: Run, clock: FarmClock): PlanItem[] {
  const { startMinute, endMinute, hoursToday, costBrl, energyKwh, reasons } = placement;
  if (startMinute === null || endMinute === null) return [];
  const { job, states, grossMm, percent } = run;
  const powered = job.pumpKw > 0;
  return [
    {
      sectorIds: states.map(({ site }) => site.sector._id),
      pivotId: job.id,
      startAt: instantAt(clock, startMinute),
      endAt: instantAt(clock, endMinute),
      grossMm: round(grossMm, 2),
      percent,
      volumeM3: round(job.flowM3h * hoursToday, 1),
      energyKwh: powered ? round(energyKwh, 1) : null,
      costBrl: costBrl === null || !powered ? null : round(costBrl, 2),
      hoursToCritical: round(job.hoursToCritical, 1),
      reasons: reasons.map(wireReason),
    },
  ];
}

/** Pivots with a sector that may not be recommended anything. */
function blockedPivots(
  byPivot: readonly (readonly [string, SectorState[]])[],
  recommendations: ReadonlyMap<string, Recommendation>,
): DayPlan["unplaced"] {
  return byPivot.flatMap(([pivotId, states]) => {
    const blocked = states
      .flatMap(({ site }) => recommendations.get(site.sector._id) ?? [])
      .find((other) => other.blockedBy);
    if (blocked === undefined) return [];
    const reason = { key: "blocked", value: blocked.blockedBy, unit: null, source: null, at: blocked.blockedSince };
    return [{ pivotId, reasons: [reason] }];
  });
}

function totalsOf(items: readonly PlanItem[], placed: readonly { placement: Placement; run: Run | undefined }[]) {
  const sum = (values: readonly (number | null)[]) =>
    values.every((value) => value === null) && values.length > 0
      ? null
      : round(
          values.reduce<number>((total, value) => total + (value ?? 0), 0),
          2,
        );
  const run = placed.filter(({ placement }) => placement.startMinute !== null);
  const areaHa = run.reduce((total, other) => total + (other.run?.areaHa ?? 0), 0);
  const volumeM3 = items.reduce((total, item) => total + item.volumeM3, 0);
  return {
    meanMm: areaHa > 0 ? round(volumeM3 / volumeOf(1, areaHa), 2) : 0,
    volumeM3: round(volumeM3, 1),
    hours: round(
      run.reduce((total, { placement }) => total + placement.hoursToday, 0),
      2,
    ),
    energyKwh: sum(items.map(({ energyKwh }) => energyKwh)),
    costBrl: items.some(({ energyKwh, costBrl }) => energyKwh !== null && costBrl === null)
      ? null
      : sum(items.map(({ costBrl }) => costBrl)),
  };
}

function clockOf(date: FarmDay, timezone: string, from: Date): FarmClock {
  const midnight = startOfFarmDay(date, timezone);
  const nowMinute = Math.ceil((from.getTime() - midnight) / 60_000);
  return { midnight, weekday: new Date(`${date}T00:00:00Z`).getUTCDay(), nowMinute };
}

import { type Depletion, type DryDay, etLostByHour } from "@lamina/agronomy/balance/depletion-outlook";
import { netDepth, volumeOf } from "@lamina/agronomy/machine/pivot";
import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import { PLAN_DAYS, type PlanJob } from "@lamina/agronomy/plan/plan-model";
import { dryDaysOf } from "@lamina/agronomy/plan/recommendation-model";
import { sectorStatus } from "@lamina/agronomy/plan/sector-need";
import type { UnwateredSector } from "@lamina/agronomy/plan/stop-run";
import { START_MM } from "@lamina/agronomy/plan/waiting";
import { round } from "@lamina/shared/core/units";
import { decisionInput } from "../advice/decision-input.ts";
import { blockersOf } from "../state/blockers.ts";
import { seasonFacts } from "../state/season-facts.ts";
import type { SectorState } from "../state/sector-state.ts";
import type { UnderWay } from "./under-way.ts";

/** A smaller part of a sector is wetted, mm. */
const MIN_LEFT_MM = 0.1;

/** The ground that a run has not wetted, by the sectors that it still waters; empty where one of them lacks data. */
export function unwateredGround(
  states: readonly SectorState[],
  run: WetRun,
  { grossMm, remainingMm, now, moment }: Pick<UnderWay, "grossMm" | "remainingMm"> & { now: Date; moment: Date },
): { left: SectorState[]; sectors: UnwateredSector[] } {
  const left = states.filter(({ site }) => (remainingMm.get(site.sector._id) ?? 0) > MIN_LEFT_MM);
  if (left.some((state) => lacksData(state, moment))) return { left, sectors: [] };
  return { left, sectors: left.flatMap((state) => unwatered(state, { run, now, grossMm, leftMm: remainingMm })) };
}

/** A sector that a probe or a detection contradicts has data: two depletions, of which the drier one counts. */
const lacksData = (state: SectorState, now: Date) => blockersOf(state, now).some(({ key }) => key !== "contradicted");

/** The part of a sector that the run has not wetted. Its balance has the water of the wetted part, as a mean. */
function unwatered(
  state: SectorState,
  { run, now, grossMm, leftMm }: { run: WetRun; now: Date; grossMm: number; leftMm: ReadonlyMap<string, number> },
): UnwateredSector[] {
  const { site, season, last } = state;
  if (season === undefined || last === undefined || grossMm <= 0) return [];
  const facts = seasonFacts(state);
  const input = decisionInput(state, facts, now);
  const { areaHa, machine, sector } = site;
  const share = Math.min(1, (leftMm.get(sector._id) ?? 0) / grossMm);
  const applied = run.isMeasured ? (run.sectors[sector._id]?.volumeM3 ?? 0) / volumeOf(1, areaHa) : 0;
  const isOver = facts?.stage.isOver === true;
  const { contradiction } = state;
  const measured = contradiction?.by === "probe" ? contradiction.measuredMm : 0;
  return [
    {
      raw: input.raw,
      taw: input.taw,
      dr: Math.min(input.taw, Math.max(measured, input.dr) + netDepth(applied, machine.efficiencyPct)),
      dryDays: dryDaysOf(input),
      outlook: input.outlook,
      areaHa: areaHa * share,
      netMm: netDepth(grossMm, machine.efficiencyPct),
      ...(facts && Number.isFinite(facts.stage.mostNetMm) && { mostNetMm: facts.stage.mostNetMm }),
      lossBrlMm: isOver ? 0 : (facts?.worth.lossBrlMmHa ?? 0) * areaHa * share,
      capacityMmDay: sectorStatus({ ...input, etc: input.expectedEtc ?? last.etc }).capacity,
    },
  ];
}

/** What remains of a run in progress when it stops now and starts again: its hours with those of a start, and what its ground loses. */
export function resumedRun(
  states: readonly SectorState[],
  run: WetRun,
  { now, hoursLeft, ...running }: UnderWay & { now: Date },
): Pick<PlanJob, "hours" | "lostBrlByHour"> | null {
  const { left, sectors } = unwateredGround(states, run, { ...running, now, moment: now });
  const [first, [state]] = [sectors[0], left];
  if (first === undefined || state === undefined || first.netMm <= 0) return null;
  const hours = hoursLeft * (1 + START_MM / first.netMm);
  const { nowMinute } = decisionInput(state, seasonFacts(state), now).clock;
  const waiting = sectors.map((sector) => ({ ...sector, nowMinute }));
  return { hours, lostBrlByHour: lossByHour(waiting, Math.ceil(24 * PLAN_DAYS + hours)) };
}

/** Ground and its clock, in minutes since the midnight of its state's day. */
type DryingGround = Depletion & { dryDays: readonly DryDay[]; lossBrlMm: number; nowMinute: number };

/** R$ of yield that some ground loses without water and rain, cumulated by hour. */
export function lossByHour(ground: readonly DryingGround[], hours: number): number[] {
  const sum = new Array<number>(hours).fill(0);
  for (const { dryDays, lossBrlMm, nowMinute, ...depletion } of ground) {
    // After midnight the plan is still that of the day before, and the state that of today.
    const passed = Math.round(Math.max(0, -nowMinute / 60));
    const lost = etLostByHour(depletion, dryDays, { hours, nowHour: Math.max(0, nowMinute / 60) });
    for (const [hour, mm] of lost.slice(0, hours - passed).entries())
      sum[hour + passed] = (sum[hour + passed] ?? 0) + mm * lossBrlMm;
  }
  return sum.map((brl) => round(brl, 4));
}

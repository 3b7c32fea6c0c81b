import { netDepth, volumeOf } from "@lamina/agronomy/machine/pivot";
import type { WetRun } from "@lamina/agronomy/machine/wet-run";
import { UNKNOWN_BRL_KWH } from "@lamina/agronomy/plan/plan-model";
import { dryDaysOf } from "@lamina/agronomy/plan/recommendation-model";
import { sectorStatus } from "@lamina/agronomy/plan/sector-need";
import { stopOrContinue, type UnwateredSector } from "@lamina/agronomy/plan/stop-run";
import { farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import { planSource } from "@lamina/shared/reasons/reasons";
import { NEW_FACTS_MM, type PlanChoice, type PlanItem, type StopAdvice } from "@lamina/shared/records/day-plan";
import type { Reason } from "@lamina/shared/records/recommendation";
import { decisionInput } from "../advice/decision-input.ts";
import { reasonRecord } from "../advice/recommendation-record.ts";
import { blockersOf } from "../state/blockers.ts";
import { seasonFacts } from "../state/season-facts.ts";
import type { SectorState } from "../state/sector-state.ts";
import type { StoredDecision } from "./day-decisions.ts";
import { underWay } from "./under-way.ts";

interface StopQuestion {
  /** All sectors of the system, and its run. */
  states: readonly SectorState[];
  run: WetRun;
  now: Date;
  decision: StoredDecision | undefined;
}

/** A smaller part of a sector is wetted, mm. */
const MIN_LEFT_MM = 0.1;

/**
 * The run of a plan with the decision whether to stop it: made at each hour, and when rain, forecast or soil change,
 * because it is read with the plan and not stored. It has none where no water is left or a sector lacks data.
 */
export function withStopAdvice(item: PlanItem, question: StopQuestion): PlanItem {
  const { states, run, decision } = question;
  // Within an hour the sum is the same, so that screens do not change with each read.
  const now = new Date(Math.floor(question.now.getTime() / HOUR_MS) * HOUR_MS);
  const remaining = new Map(item.remainingBySector?.map(({ sectorId, remainingMm }) => [sectorId, remainingMm]));
  const sites = states.map(({ site }) => site);
  const { grossMm, hoursLeft, remainingMm } = underWay(run, sites, now, {
    hours: (item.hoursToday ?? 0) + (item.hoursLeft ?? 0),
    passes: item.passes ?? 1,
    mmOf: (sectorId) => remaining.get(sectorId) ?? 0,
  });
  const left = states.filter(({ site }) => (remainingMm.get(site.sector._id) ?? 0) > MIN_LEFT_MM);
  const first = left[0];
  if (first === undefined || left.some((state) => lacksData(state, question.now))) return item;
  const sectors = left.flatMap((state) => unwatered(state, { run, now, grossMm, leftMm: remainingMm }));
  if (sectors.length === 0) return item;
  const { pivot } = first.site;
  const paidBrl = hoursLeft * pivot.flowM3h * first.settings.advice.waterBrlM3;
  const plannedHours = (item.hoursToday ?? 0) + (item.hoursLeft ?? 0);
  const priced = item.totalCostBrl != null && plannedHours > 0 ? (item.totalCostBrl * hoursLeft) / plannedHours : null;
  const energyBrl = priced === null ? hoursLeft * (pivot.pumpKw ?? 0) * UNKNOWN_BRL_KWH : Math.max(0, priced - paidBrl);
  // Water of a short budget is worth what it saves elsewhere.
  const budgetBrl = left.reduce((sum, { budget, site }) => {
    const netMm = netDepth(remainingMm.get(site.sector._id) ?? 0, site.machine.efficiencyPct);
    return sum + (budget?.brlMmHa ?? 0) * site.areaHa * netMm;
  }, 0);
  const waterBrl = Math.max(paidBrl, budgetBrl - energyBrl);
  const { clock, decisionMinute = clock.nowMinute } = decisionInput(first, seasonFacts(first), now);
  const nowHour = Math.max(0, clock.nowMinute / 60);
  const hoursSince = Math.max(0, Math.floor(nowHour - decisionMinute / 60));
  const choice = stopOrContinue({ sectors, nowHour, hoursSince, hoursLeft, energyBrl, waterBrl });
  const facts = {
    startedAt: item.startAt,
    rainMm: round(choice.rainMm, 1),
    fellMm: round(mean(left.map((state) => fallenSince(state, run))), 1),
  };
  const isLet = decision?.choices.some(({ pivotId, letRun }) => pivotId === item.pivotId && holds(letRun, facts));
  const stop: StopAdvice = {
    stops: choice.stops,
    savedBrl: round(choice.savedBrl, 2),
    riskedBrl: round(choice.riskedBrl, 2),
    // As the plan counts them. The sum is of the whole hour.
    hoursLeft: round(plannedHours, 2),
    rainPct: round(100 * choice.rainChance, 0),
    drainsMm: round(choice.drainedMm, 1),
    isAssumed:
      left.some((state) => seasonFacts(state)?.isWorthKnown === false) || (priced === null && (pivot.pumpKw ?? 0) > 0),
    facts,
    letBy: isLet ? (decision?.userName ?? null) : null,
  };
  return { ...item, stop, reasons: [...item.reasons, ...reasonsOf(stop, choice, waterBrl > paidBrl)] };
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

/** Rain that fell on a sector since the day on which a run began, mm. */
function fallenSince({ past, outlook, today, site }: SectorState, { startAt }: WetRun): number {
  const from = farmDay(startAt, site.farm.timezone);
  return [...past, ...outlook]
    .filter(({ date }) => date >= from && date <= today)
    .reduce((sum, { rain }) => sum + (rain ?? 0), 0);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Whether a person let this run continue with facts like the present ones. A fault ends a run, and the next one is asked anew. */
function holds(letRun: PlanChoice["letRun"], facts: StopAdvice["facts"]): boolean {
  return (
    letRun !== undefined &&
    letRun.startedAt === facts.startedAt &&
    Math.abs(letRun.rainMm - facts.rainMm) <= NEW_FACTS_MM &&
    Math.abs(letRun.fellMm - facts.fellMm) <= NEW_FACTS_MM
  );
}

function reasonsOf(
  { stops, savedBrl, riskedBrl, drainsMm, letBy }: StopAdvice,
  { energyBrl, waterBrl }: { energyBrl: number; waterBrl: number },
  isOfBudget: boolean,
): Reason[] {
  const gain = savedBrl - riskedBrl;
  const rows: [key: string, value: number | string, unit: string, isShown?: boolean][] = [
    ["stopSaves", savedBrl, "R$"],
    ["stopEnergy", energyBrl, "R$", waterBrl > 0],
    [isOfBudget ? "stopBudget" : "stopWater", waterBrl, "R$", waterBrl > 0],
    ["stopDrains", drainsMm, "mm", drainsMm >= 1],
    ["stopRisks", riskedBrl, "R$"],
    ["stopNow", gain, "R$", stops],
    ["stopLittle", gain, "R$", !stops && gain > 0],
    ["goOn", Math.max(0, -gain), "R$", !stops && gain <= 0],
    ["runLet", letBy ?? "", "", letBy !== null],
  ];
  return rows
    .filter(([, , , isShown = true]) => isShown)
    .map(([key, value, unit]) => reasonRecord({ key, value, unit, source: planSource(key) }));
}

import { TypeChart } from "@lamina/shared/records/client";
import type { DayPlan, PlanItem } from "@lamina/shared/records/day-plan";
import type { Irrigameter, SectorCard } from "@lamina/shared/views/irrigameter";
import { type Advice, isWithheld } from "../../../field/advice.ts";
import { compareNames } from "../../../ui/format.ts";
import { isAsking } from "../ask/is-asking.ts";
import { buildCards, type IrrigationCard } from "../board.ts";
import { unitAdvice } from "../card/recommendation.ts";

/** The states of a machine today: those that need something first, then those that run by themselves, then the others. */
const stages = ["irrigate", "out", "ask", "nodata", "running", "wait", "none", "fallow"] as const;
type Stage = (typeof stages)[number];

/** A machine with its state today. */
export interface MachineToday {
  unit: IrrigationCard;
  stage: Stage;
  advice: Advice;
  /** Its run in the plan, or the plan's entry for a run that it leaves out. */
  item: PlanItem | null;
  left: DayPlan["unplaced"][number] | null;
  /** Sectors that wait for an answer by the user. */
  asking: readonly SectorCard[];
}

/** The machines of one farm or of all, sorted by urgency. */
export function machinesToday(data: Irrigameter, farmId: string | null): MachineToday[] {
  const plans = data.plans.filter((plan) => farmId === null || plan.farmId === farmId);
  const unplaced = plans.flatMap((plan) => plan.unplaced);
  return buildCards(data, TypeChart.pivot, "calculated")
    .filter(({ farm }) => farmId === null || farm._id === farmId)
    .map((unit): MachineToday => {
      const advice = unitAdvice(unit);
      const left = unplaced.find(({ pivotId }) => pivotId === unit.pivot._id) ?? null;
      const asking = unit.sectors.filter(isAsking);
      return { unit, advice, item: unit.planned, left, asking, stage: stageOf(unit, advice, { left, asking }) };
    })
    .sort(
      (a, b) =>
        stages.indexOf(a.stage) - stages.indexOf(b.stage) ||
        whenOf(a) - whenOf(b) ||
        urgencyOf(a) - urgencyOf(b) ||
        byName(a, b),
    );
}

function stageOf(
  { planned, mostUrgentSector }: IrrigationCard,
  advice: Advice,
  { left, asking }: Pick<MachineToday, "left" | "asking">,
): Stage {
  if (advice.action === "running") return "running";
  if (planned) return "irrigate";
  if (advice.action === "irrigate") return left ? "out" : "irrigate";
  if (asking.length > 0) return "ask";
  if (left?.reasons.some(({ key }) => key === "blocked")) return "nodata";
  if (mostUrgentSector.status === "fallow") return "fallow";
  return advice.action === "check" ? "ask" : advice.action;
}

/** The sort key within a stage: the time of the run, otherwise the time left. */
function whenOf({ stage, item, advice, left, unit }: MachineToday): number {
  if (stage === "running") return Date.parse(item?.endAt ?? "") || 0;
  if (stage === "irrigate") return Date.parse(item?.startAt ?? "") || Number.MAX_VALUE;
  if (stage === "out") return Date.parse(left?.startAt ?? "") || Number.MAX_VALUE;
  if (advice.action === "wait") return Date.parse(advice.until ?? "") || Number.MAX_VALUE;
  return unit.mostUrgentSector.recommendation?.hoursToCritical ?? Number.MAX_VALUE;
}

/** Hours to stress. For equal times the lower value comes first. */
const urgencyOf = ({ item, unit }: MachineToday) =>
  item?.hoursToCritical ?? unit.mostUrgentSector.recommendation?.hoursToCritical ?? Number.MAX_VALUE;

/** Machines whose sentences are shown at first; the other pressing ones are folded, with their count. */
const SHOWN_MACHINES = 8;
/** Stages of machines that do not run today and ask nothing, unless they lack water. */
const idle: readonly Stage[] = ["wait", "none", "fallow"];

/** The machines of today by their place on the screen: `shown` at once, `more` and `running` folded, the idle ones in no list. */
export function todaysLists(machines: readonly MachineToday[]) {
  const pressing = machines.filter(({ stage, advice }) => !idle.includes(stage) || isWithheld(advice));
  const folded = pressing.slice(SHOWN_MACHINES);
  return {
    pressing,
    shown: pressing.slice(0, SHOWN_MACHINES),
    more: folded.filter(({ stage }) => stage !== "running"),
    running: folded.filter(({ stage }) => stage === "running"),
  };
}

const byName = (a: MachineToday, b: MachineToday) => compareNames(a.unit.name, b.unit.name);

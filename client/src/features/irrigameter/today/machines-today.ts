import { TypeChart } from "@lamina/shared/records/client";
import type { Irrigameter, SectorCard } from "@lamina/shared/views/irrigameter";
import { isRun } from "@lamina/shared/views/machine-day";
import { actOf, compareTimes } from "../../../field/act-order.ts";
import { isWithheld } from "../../../field/advice.ts";
import { isAsking } from "../ask/is-asking.ts";
import { buildCards, type IrrigationCard } from "../board.ts";

/** The states of a machine today: those that need something first, then those that run by themselves, then the others. */
const stages = ["stop", "irrigate", "out", "ask", "nodata", "running", "wait", "none", "fallow"] as const;
type Stage = (typeof stages)[number];

/** A machine with its state today. */
export interface MachineToday {
  unit: IrrigationCard;
  stage: Stage;
  /** Sectors that wait for an answer by the user. */
  asking: readonly SectorCard[];
}

/** The machines of one farm or of all, sorted by urgency. */
export function machinesToday(data: Irrigameter, farmId: string | null): MachineToday[] {
  return buildCards(data, TypeChart.pivot, "calculated")
    .filter(({ farm }) => farmId === null || farm._id === farmId)
    .map((unit): MachineToday => {
      const asking = unit.sectors.filter(isAsking);
      return { unit, asking, stage: stageOf(unit, asking) };
    })
    .sort((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage) || compareTimes(a.unit.day, b.unit.day));
}

function stageOf({ decision, day, mostUrgentSector }: IrrigationCard, asking: readonly SectorCard[]): Stage {
  const act = actOf(day);
  if (act) return act;
  if (isRun(decision) && decision.isUnderWay) return "running";
  if (day.outOfService || decision.kind === "run") return "out";
  if (asking.length > 0) return "ask";
  if (day.reasons.some(({ key }) => key === "blocked")) return "nodata";
  if (mostUrgentSector.status === "fallow") return "fallow";
  return decision.kind === "blocked" ? (decision.by === "contradicted" ? "ask" : "nodata") : decision.kind;
}

/** Machines that are shown at first; the other pressing ones are folded, with their count. */
const SHOWN_MACHINES = 8;
/** Stages of machines that do not run today and ask nothing, unless they lack water. */
const idle: readonly Stage[] = ["wait", "none", "fallow"];

/**
 * The machines of today by their place on the screen: the orders (`shown` at once, `more` and `running` folded), those
 * `leftOut` of the day, and the `idle` ones. A machine that only waits for an answer is among the questions.
 */
export function todaysLists(machines: readonly MachineToday[]) {
  const isPressing = ({ stage, unit }: MachineToday) => !idle.includes(stage) || isWithheld(unit.decision);
  const pressing = machines.filter(isPressing);
  const orders = pressing.filter(
    ({ stage, unit }) => stage !== "out" && (stage !== "ask" || isWithheld(unit.decision)),
  );
  const folded = orders.slice(SHOWN_MACHINES);
  return {
    pressing,
    orders,
    shown: orders.slice(0, SHOWN_MACHINES),
    more: folded.filter(({ stage }) => stage !== "running"),
    running: folded.filter(({ stage }) => stage === "running"),
    leftOut: pressing.filter(({ stage }) => stage === "out"),
    idle: machines.filter((machine) => !isPressing(machine)),
  };
}

/** The machines in the order of an operator: first those to be stopped or set. */
export function forOperator(machines: readonly MachineToday[]): MachineToday[] {
  const waits = ({ unit: { decision } }: MachineToday) =>
    decision.kind !== "stop" && (decision.kind !== "run" || decision.isLeftOut);
  return [...machines].sort((one, other) => Number(waits(one)) - Number(waits(other)));
}

import { isRun, type MachineDay } from "@lamina/shared/views/machine-day";
import { compareNames } from "../ui/format.ts";

type Day = Pick<MachineDay, "decision" | "outOfService" | "hoursToCritical" | "name">;

/** What people are to do with a machine: stop it, or start its run. Null for a machine that runs, waits or cannot run. */
export function actOf({ decision, outOfService }: Pick<Day, "decision" | "outOfService">): "stop" | "irrigate" | null {
  if (decision.kind === "stop") return "stop";
  const isToStart = decision.kind === "run" && !decision.isUnderWay && !decision.isLeftOut;
  return isToStart && !outOfService ? "irrigate" : null;
}

/** Sorts machines of one stage by the time of their runs or the time left, then by urgency and name. */
export const compareTimes = (a: Day, b: Day): number =>
  whenOf(a) - whenOf(b) || urgencyOf(a) - urgencyOf(b) || compareNames(a.name, b.name);

/** The machines with an act, as Hoje lists them first: its numbers are theirs on every screen. */
export function inActOrder<Machine extends Day>(days: readonly Machine[]): Machine[] {
  const stops = days.filter((day) => actOf(day) === "stop").sort(compareTimes);
  return [...stops, ...days.filter((day) => actOf(day) === "irrigate").sort(compareTimes)];
}

function whenOf({ decision, hoursToCritical }: Day): number {
  if (isRun(decision))
    return Date.parse((decision.isUnderWay ? decision.endAt : decision.startAt) ?? "") || Number.MAX_VALUE;
  if (decision.kind === "wait") return Date.parse(decision.until ?? "") || Number.MAX_VALUE;
  return hoursToCritical ?? Number.MAX_VALUE;
}

/** Hours to stress. For equal times the lower value comes first. */
const urgencyOf = ({ hoursToCritical }: Day) => hoursToCritical ?? Number.MAX_VALUE;

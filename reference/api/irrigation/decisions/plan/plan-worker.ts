import { parentPort } from "node:worker_threads";
import { type DayPlanInput, planDay } from "@lamina/agronomy/plan/day-plan";

/** The thread that searches plans: one answer per question. */
parentPort?.on("message", ({ id, input }: { id: number; input: DayPlanInput }) => {
  parentPort?.postMessage({ id, plan: planDay(input) });
});

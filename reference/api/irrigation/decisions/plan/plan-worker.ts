import { parentPort } from "node:worker_threads";
import { type PlanInput, planDay } from "@lamina/agronomy/plan/plan-day";

/** The thread that searches plans: one answer per question. */
parentPort?.on("message", ({ id, input }: { id: number; input: PlanInput }) => {
  parentPort?.postMessage({ id, plan: planDay(input) });
});

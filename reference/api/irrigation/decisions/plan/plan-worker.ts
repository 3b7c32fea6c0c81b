import { parentPort } from "node:worker_threads";
import type { PlanInput } from "@lamina/agronomy/plan/plan-day";
import { planWithStops } from "@lamina/agronomy/plan/stop-run";

/** The thread that searches plans: one answer per question. */
parentPort?.on("message", ({ id, input }: { id: number; input: PlanInput }) => {
  parentPort?.postMessage({ id, plan: planWithStops(input) });
});

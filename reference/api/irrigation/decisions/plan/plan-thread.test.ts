import { type PlanInput, planDay } from "@lamina/agronomy/plan/plan-day";
import { tariffTimeline } from "@lamina/agronomy/plan/tariff";
import { afterAll, expect, it } from "vitest";
import { createPlanThread, PlanCancelled } from "./plan-thread.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** Six machines on a source for three of them: beyond the exact search, so that `rounds` decides how long it takes. */
function crowd(rounds: number): PlanInput {
  const jobs = Array.from({ length: 6 }, (_, index) => ({
    id: `p${index}`,
    sourceId: "dam",
    permitIds: [],
    hours: 5 + index,
    maxHoursDay: 21,
    flowM3h: 100,
    pumpKw: 40 + index,
    hoursToCritical: 6 * index,
    lostBrlByHour: Array.from({ length: 240 }, (_, hour) => Math.max(0, hour - 6 * index) * 20),
  }));
  const timeline = tariffTimeline([{ days: everyDay, from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 }], 3, 5);
  return { jobs, sources: [{ id: "dam", flowM3h: 300 }], timeline, fromMinute: 420, rounds };
}

const thread = createPlanThread();
afterAll(() => thread.close());

it("is searched beside the requests, cancelled when its facts change, and restarted for those that wait", async () => {
  const endless = thread.plan(crowd(50_000_000));
  const waiting = thread.plan(crowd(20));
  // Requests are answered while the thread searches.
  await new Promise((resolve) => setImmediate(resolve));
  endless.cancel();
  await expect(endless.plan).rejects.toBeInstanceOf(PlanCancelled);
  // The same plan as on this thread, so the thread changes nothing.
  expect(await waiting.plan).toEqual(planDay(crowd(20)));
});

import { reasonKeys } from "@lamina/shared/reasons/reasons";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { expect, it } from "vitest";
import { withPlans } from "./planned.ts";
import type { FarmPlan } from "./plans.ts";

it("gives a recommendation every reason about the hours of its run, and no other of the plan", () => {
  const reasons = [...reasonKeys.plan, ...reasonKeys.hours].map((key) => ({ key, value: 1 }));
  const plan = { items: [{ sectorIds: ["s"], reasons }], unplaced: [] } as unknown as FarmPlan;
  const own = { sectorId: "s", action: "irrigate", hoursTotal: 8, reasons: [] } as unknown as Recommendation;
  const given = withPlans(new Map([["s", own]]), [plan], new Map()).get("s");
  expect(given?.reasons.map(({ key }) => key)).toEqual(reasonKeys.hours);
});

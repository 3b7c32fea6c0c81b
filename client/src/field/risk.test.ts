import type { MachineDay } from "@lamina/shared/views/machine-day";
import { expect, it } from "vitest";
import { compareRisk, isCalm, isLongLate, riskOf, riskWords } from "./risk.ts";

const day = (late: number | null, lossBrl: number | null) => ({
  reasons: late === null ? [] : [{ key: "late", value: late, unit: "h", source: null, at: null }],
  money: { todayBrl: null, wholeBrl: null, lossBrl },
});

it("ranks machines by what their delay costs, then by its hours", () => {
  const [worst, longest, small] = [day(1, 3315.4), day(64, 20), day(2, 20)].map(riskOf);
  if (!worst || !longest || !small) throw new Error("each has a delay");
  expect([small, longest, worst].sort(compareRisk).map(riskWords)).toEqual([
    "1 h atrasado · R$ 3.315 em risco",
    "64 h atrasado · R$ 20 em risco",
    "2 h atrasado · R$ 20 em risco",
  ]);
  expect([longest, worst].map(isLongLate)).toEqual([true, false]);
  expect([day(null, null), day(0.2, 0.3), null].map(riskOf)).toEqual([null, null, null]);
});

it("is calm only in stress with water on or rain expected", () => {
  const decided = (decision: object) => ({ decision }) as Pick<MachineDay, "decision">;
  const running = decided({ kind: "run", isUnderWay: true });
  expect(isCalm("stress", running)).toBe(true);
  expect(isCalm("stress", decided({ kind: "wait" }))).toBe(true);
  expect(isCalm("irrigate", running)).toBe(false);
  expect(isCalm("stress", decided({ kind: "run", isUnderWay: false }))).toBe(false);
  expect(isCalm("stress", decided({ kind: "blocked" }))).toBe(false);
});

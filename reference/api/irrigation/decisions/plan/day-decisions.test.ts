import { expect, it } from "vitest";
import { withRunsLet } from "./day-decisions.ts";

const FACTS = { startedAt: "2026-05-13T20:00:00Z", rainMm: 20, fellMm: 0 };
const before = {
  ...{ farmId: "f", date: "2026-05-13", userName: "Ana", updatedAt: new Date(0) },
  choices: [
    { pivotId: "p1", letRun: FACTS },
    { pivotId: "p2", grossMm: 8 },
  ],
};
const decide = (choices: Parameters<typeof withRunsLet>[0]["choices"], date = "2026-05-14") =>
  withRunsLet({ farmId: "f", date, choices }, before);

it("a run that a person let continue stays so on the next day, also beside another choice for its machine", () => {
  expect(decide([])).toEqual([{ pivotId: "p1", letRun: FACTS }]);
  expect(decide([{ pivotId: "p1", grossMm: 8 }])).toEqual([{ pivotId: "p1", letRun: FACTS, grossMm: 8 }]);
  const newer = { ...FACTS, rainMm: 40 };
  expect(decide([{ pivotId: "p1", letRun: newer }])).toEqual([{ pivotId: "p1", letRun: newer }]);
});

it("choices of the same day replace those before", () => {
  expect(decide([], "2026-05-13")).toEqual([]);
});

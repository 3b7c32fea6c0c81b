import type { PivotStatus } from "@lamina/shared/records/farm";
import { expect, it } from "vitest";
import { withPanels } from "./pivot-status.ts";

const panel = (pivotId: string, date: string, angleDeg: number): PivotStatus => ({
  pivotId,
  date,
  running: true,
  wet: true,
  direction: "forward",
  angleDeg,
});
const pivots = [
  { _id: "p1", status: panel("p1", "2026-05-14T10:28:00.000Z", 214) },
  { _id: "p2", status: null },
];
const angles = (reported: PivotStatus[]) => withPanels(pivots, reported).map(({ status }) => status?.angleDeg ?? null);

it("takes newer statuses, ignores older ones and those of unknown pivots", () => {
  expect(angles([])).toEqual([214, null]);
  expect(angles([panel("p1", "2026-05-14T10:29:00.000Z", 219)])).toEqual([219, null]);
  expect(angles([panel("p1", "2026-05-14T10:27:00.000Z", 210)])).toEqual([214, null]);
  expect(angles([panel("p2", "2026-05-14T10:27:00.000Z", 90), panel("p3", "2026-05-14T10:27:00.000Z", 1)])).toEqual([
    214, 90,
  ]);
});

it("a newer status ages from its own date, by the limit of the screen's data", () => {
  const aging = { ...pivots[0], _id: "p1", statusStaleAt: "2026-05-14T10:43:00.000Z" };
  const staleAt = (reported: PivotStatus[]) => withPanels([aging], reported).map((pivot) => pivot.statusStaleAt);
  expect(staleAt([])).toEqual(["2026-05-14T10:43:00.000Z"]);
  expect(staleAt([panel("p1", "2026-05-14T10:29:00.000Z", 219)])).toEqual(["2026-05-14T10:44:00.000Z"]);
  expect(staleAt([panel("p1", "2026-05-14T10:27:00.000Z", 210)])).toEqual(["2026-05-14T10:43:00.000Z"]);
});

it("a status without a limit gets none from a newer one", () => {
  const [, unknown] = pivots;
  const reported = [panel("p2", "2026-05-14T10:29:00.000Z", 90)];
  expect(withPanels([{ ...unknown, _id: "p2", statusStaleAt: null }], reported)[0]?.statusStaleAt).toBeNull();
});

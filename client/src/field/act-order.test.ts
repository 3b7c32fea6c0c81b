import type { MachineDay } from "@lamina/shared/views/machine-day";
import { expect, it } from "vitest";
import { inActOrder } from "./act-order.ts";

const day = (name: string, decision: object, others: object = {}) =>
  ({ name, decision, hoursToCritical: null, ...others }) as MachineDay;
const run = (startAt: string, others: object = {}) => ({
  kind: "run",
  isUnderWay: false,
  isLeftOut: false,
  startAt,
  ...others,
});

it("lists the stops, then the starts by their hour and the time left, and no machine without an act", () => {
  const [soon, late] = ["2026-05-14T21:00:00Z", "2026-05-15T06:00:00Z"];
  const days = [
    day("Pivô 08", run(soon, { isUnderWay: true })),
    day("Pivô 07", run(late), { hoursToCritical: 0 }),
    day("Pivô 06", run(soon), { hoursToCritical: 9 }),
    day("Pivô 05", run(soon), { hoursToCritical: 2 }),
    day("Pivô 04", run(soon, { isLeftOut: true })),
    day("Pivô 03", run(soon), { outOfService: {} }),
    day("Pivô 02", { kind: "wait" }),
    day("Pivô 01", { kind: "stop", startAt: soon }),
  ];
  expect(inActOrder(days).map(({ name }) => name)).toEqual(["Pivô 01", "Pivô 05", "Pivô 06", "Pivô 07"]);
});

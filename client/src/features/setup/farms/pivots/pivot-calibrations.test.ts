import { MachineCalibrationFields } from "@lamina/shared/records/machine-calibration";
import { expect, it } from "vitest";
import type { RecordOf } from "../../records/data/screen-config.ts";
import { changesOf } from "./pivot-calibrations.tsx";

const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", active: true, clientId: "c" };
const pivot: RecordOf<"pivot"> = {
  ...times,
  _id: "p",
  farmId: "f",
  name: "Pivô 01",
  kind: "pivot",
  lat: -12,
  lon: -45,
  radiusM: 400,
  angleStart: 0,
  angleEnd: 360,
  areaHa: 50,
  flowM3h: 200,
  time100H: 14.5,
  depth100Mm: 5.8,
  minPercent: 10,
  maxHoursDay: 21,
  efficiencyPct: 85,
};
const measured = (_id: string, fields: object) => ({
  ...times,
  ...MachineCalibrationFields.parse({ pivotId: "p", date: "2026-03-01", ...fields }),
  _id,
});

it("says what each measurement changes, as of its day", () => {
  const cans = [100, 200, 300].map((radiusM) => ({ radiusM, depthMm: 10.4 }));
  const test = measured("cans", { kind: "cans", percent: 50, cans });
  const flow = measured("flow", { kind: "flow", flowM3h: 180, date: "2026-04-01" });
  expect(changesOf(pivot, [test, flow], test)).toEqual(["a 100 %: 5,8 → 5,2 mm"]);
  expect(changesOf(pivot, [test, flow], flow)).toEqual(["a 100 %: 5,2 → 4,7 mm", "vazão: 200 → 180 m³/h"]);
  const turn = measured("turn", { kind: "revolution", percent: 50, hours: 32 });
  expect(changesOf(pivot, [turn], turn)).toEqual(["a 100 %: 5,8 → 6,4 mm", "volta a 100 %: 14,5 → 16,0 h"]);
});

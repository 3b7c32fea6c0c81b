import { addDays } from "@lamina/shared/core/farm-time";
import { expect, it } from "vitest";
import { recordChanged } from "../../../core/record-changed.ts";
import { machineCalibrations } from "../../../schema/farms.ts";
import { loadSectors, machineOn } from "../../sites/sectors.ts";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  TODAY,
  times,
} from "../../testing/field.ts";

const HECTARES = (Math.PI * 400 ** 2) / 10_000;
/** 5.4 mm at 100 %. */
const PIVOT = { flowM3h: (5.4 * 10 * HECTARES) / 15, time100H: 15 };

describeDatabases("the measured values of a machine", (database) => {
  it("set depth and hours of the advice", async () => {
    const { clientId, sectorId, farmId } = await plantSeason(database(), "advice", { pivot: PIVOT });
    await addForecast(database(), farmId, TODAY, [{}, {}, {}, {}, {}, {}, {}]);
    const { irrigation, events } = openIrrigation(database(), MORNING);
    const advice = async () => {
      await irrigation.settle();
      const [given] = await recommendationsOf(irrigation, clientId);
      const { action, percent, passes, grossMm, hoursRev } = given ?? {};
      if (action !== "irrigate" || !percent || !passes || !grossMm || !hoursRev)
        throw new Error(JSON.stringify(given ?? "nothing"));
      return { mmAt100: (grossMm * percent) / 100 / passes, hoursAt100: (hoursRev * percent) / 100 / passes };
    };
    const before = await advice();
    expect(before.mmAt100).toBeCloseTo(5.4, 1);
    expect(before.hoursAt100).toBeCloseTo(15, 1);

    // 9 mm in every ring at 50 %: 4.5 mm at 100 %. A revolution of 32 h at 50 % is one of 16 h.
    const own = { clientId, ...times, pivotId: "advice-pivot-1", date: TODAY, percent: 50 };
    const cans = [100, 200, 300, 400].map((radiusM) => ({ radiusM, depthMm: 9 }));
    await database()
      .insert(machineCalibrations)
      .values([
        { _id: "advice-time", ...own, kind: "revolution", hours: 32 },
        { _id: "advice-cans", ...own, kind: "cans", cans },
      ]);
    const after = { ...own, kind: "cans" };
    await events.emit("record", recordChanged("MachineCalibration", { clientId, recordId: "advice-cans", after }));
    const measured = await advice();
    expect(measured.mmAt100).toBeCloseTo(4.5, 1);
    expect(measured.hoursAt100).toBeCloseTo(16, 1);
    const [site] = await loadSectors(database(), { sectorIds: [sectorId] });
    expect(site && machineOn(site, addDays(TODAY, -1)).machine.panel).toMatchObject({ time100H: 15 });
  });
});

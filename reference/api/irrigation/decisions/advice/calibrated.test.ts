import { addDays } from "@lamina/shared/core/farm-time";
import { ConfigFields } from "@lamina/shared/records/config";
import { expect, it } from "vitest";
import { recordChanged } from "../../../core/record-changed.ts";
import { machineCalibrations } from "../../../schema/farms.ts";
import { configs } from "../../../schema/settings.ts";
import { loadSectors, machineOn } from "../../sites/sectors.ts";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  settings,
  TODAY,
  times,
} from "../../testing/field.ts";

const HECTARES = (Math.PI * 400 ** 2) / 10_000;
/** 5.4 mm at 100 %. */
const PIVOT = { flowM3h: (5.4 * 10 * HECTARES) / 15, time100H: 15 };

describeDatabases("the measured values of a machine", (database) => {
  it("give the driest quarter its need where the client wants it", async () => {
    const depthOf = async (id: string, driestQuarter: boolean) => {
      const field = await plantSeason(database(), id, { pivot: { ...PIVOT, cucPct: 90 } });
      await addForecast(database(), field.farmId, TODAY, [{}, {}, {}, {}, {}, {}, {}]);
      const { advice } = ConfigFields.parse({ advice: { driestQuarter } });
      await database().insert(configs).values(settings(field.clientId, { advice }));
      const { irrigation } = openIrrigation(database(), MORNING);
      await irrigation.settle();
      const [given] = await recommendationsOf(irrigation, field.clientId);
      const reason = (key: string) => given?.reasons.find((one) => one.key === key)?.value;
      return { grossMm: given?.grossMm ?? 0, share: reason("driestQuarter"), net: reason("net") };
    };
    const [off, on] = [await depthOf("driest-off", false), await depthOf("driest-on", true)];
    expect(off.share).toBeUndefined();
    expect(on.share).toBeCloseTo(84.1, 6);
    expect(on.grossMm / off.grossMm).toBeCloseTo(1 / 0.841, 1);
    expect(on.grossMm).toBeGreaterThan(off.grossMm);
  });

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

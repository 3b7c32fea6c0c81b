import { addDays } from "@lamina/shared/core/farm-time";
import { expect, it } from "vitest";
import { devices, monitors, sensors } from "../../../schema/telemetry.ts";
import { upsertSensorTypes } from "../../../telemetry/sensor-types/store.ts";
import { programCaller } from "../../../testing/program-caller.ts";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  type FieldOptions,
  FROM,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  TODAY,
  times,
} from "../../testing/field.ts";

const FC_PCT = 32;

describeDatabases("a probe", (database) => {
  /** A field with a probe that measures a depletion in mm. */
  async function probed(id: string, drMm: (state: { dr: number; raw: number }) => number, more: Partial<FieldOptions>) {
    const { clientId, farmId, sectorId } = await plantSeason(database(), id, more);
    await addForecast(database(), farmId, TODAY, Array(7).fill({}));
    await upsertSensorTypes(database(), times.createdAt);
    const own = { clientId, ...times };
    const device = { _id: `${id}-d`, farmId, serial: id, sensorTypeId: "soil-moisture-probe", intervalMin: 60 };
    await database()
      .insert(devices)
      .values({ ...own, ...device, maintenance: false });
    const sensor = { _id: `${id}-s`, deviceId: device._id, variable: "soilMoist" as const, depthCm: 20 };
    await database()
      .insert(sensors)
      .values({ ...own, ...sensor, unit: "%", calibA: 0, calibB: 1 });
    const monitor = { _id: `${id}-m`, name: "Sonda", sectorId, sensorIds: [sensor._id], alertIds: [] };
    await database()
      .insert(monitors)
      .values({ ...own, ...monitor });
    const opened = openIrrigation(database(), MORNING);
    const { irrigation, telemetry } = opened;
    await irrigation.settle();
    const [before] = await irrigation.decisions.states({ clientIds: [clientId] });
    if (!before?.last) throw new Error("no balance");
    const { raw, rootCm } = before.last;
    const measuredMm = drMm({ dr: before.drNow, raw });
    telemetry.readings.set(sensor._id, {
      at: new Date(MORNING),
      value: FC_PCT - measuredMm / (rootCm / 10),
      flag: null,
    });
    const advice = async () => {
      const [given] = await recommendationsOf(irrigation, clientId);
      if (!given) throw new Error("nothing recommended");
      return given;
    };
    return { ...opened, clientId, sectorId, state: before, measuredMm, advice };
  }

  it("holds an irrigation where it measures wet soil, until a person has looked", async () => {
    const { irrigation, sectorId, clientId, state, measuredMm, advice } = await probed("wet", () => 2, {});
    expect(await advice()).toMatchObject({ action: "nodata", blockedBy: "contradicted", grossMm: null });
    const { contradiction } = await advice();
    expect(contradiction).toMatchObject({ by: "probe", detectionId: null });
    expect(contradiction?.measuredMm).toBeCloseTo(measuredMm, 0);
    expect(contradiction?.balanceMm).toBeCloseTo(state.drNow, 0);
    const trusted = { sectorId, clientId, date: addDays(TODAY, -1), drMm: state.drNow, reason: "Confio no balanço" };
    await irrigation.balances.adjust(programCaller([clientId]), trusted);
    expect(await advice()).toMatchObject({ action: "irrigate", blockedBy: null });
  });

  it("holds a wait where it measures a soil that needs water before the machine has passed", async () => {
    // Six days after planting the balance waits; the probe is near the AFD, and not beyond it.
    const young = { season: { plantingDate: addDays(FROM, 37) } };
    const { state, measuredMm, advice } = await probed("near", ({ raw }) => 0.95 * raw, young);
    expect(state.status).toBe("ok");
    expect(measuredMm).toBeLessThan(state.last?.raw ?? 0);
    expect(await advice()).toMatchObject({ action: "nodata", blockedBy: "contradicted" });
  });

  it("holds nothing within the tolerance, or where neither of both needs water", async () => {
    const close = await probed("close", ({ dr }) => dr - 3, {});
    expect(await close.advice()).toMatchObject({ action: "irrigate", blockedBy: null });
    const wet = await probed("both-wet", () => 0, { season: { plantingDate: addDays(FROM, 37) } });
    expect(await wet.advice()).toMatchObject({ action: "wait", blockedBy: null });
  });
});

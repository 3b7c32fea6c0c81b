import { addDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { describe, expect, it } from "vitest";
import { programCaller } from "../../../../testing/program-caller.ts";
import { devices, monitors, sensors } from "../../../schema/telemetry.ts";
import { upsertSensorTypes } from "../../../telemetry/sensor-types/store.ts";
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
  type Measure = (state: { dr: number; raw: number }) => number;

  /** A field with probes that each measure a depletion in mm. */
  async function probed(id: string, drMm: Measure, more: Partial<FieldOptions>, ...others: Measure[]) {
    const { clientId, farmId, sectorId } = await plantSeason(database(), id, more);
    await addForecast(database(), farmId, TODAY, Array(7).fill({}));
    await upsertSensorTypes(database(), times.createdAt);
    const own = { clientId, ...times };
    const device = { _id: `${id}-d`, farmId, serial: id, sensorTypeId: "soil-moisture-probe", intervalMin: 60 };
    await database()
      .insert(devices)
      .values({ ...own, ...device, maintenance: false });
    const measures = [drMm, ...others];
    for (const index of measures.keys()) {
      const sensor = { _id: `${id}-s${index}`, deviceId: device._id, variable: "soilMoist" as const, depthCm: 20 };
      await database()
        .insert(sensors)
        .values({ ...own, ...sensor, unit: "%", calibA: 0, calibB: 1 });
      const monitor = { _id: `${id}-m${index}`, name: "Sonda", sectorId, sensorIds: [sensor._id], alertIds: [] };
      await database()
        .insert(monitors)
        .values({ ...own, ...monitor });
    }
    const opened = openIrrigation(database(), MORNING);
    const { irrigation, telemetry } = opened;
    await irrigation.settle();
    const [before] = await irrigation.decisions.states({ clientIds: [clientId] });
    if (!before?.last) throw new Error("no balance");
    const { raw, rootCm } = before.last;
    const measured = measures.map((measure) => measure({ dr: before.drNow, raw }));
    for (const [index, mm] of measured.entries())
      telemetry.readings.set(`${id}-s${index}`, {
        at: new Date(MORNING),
        value: FC_PCT - mm / (rootCm / 10),
        flag: null,
      });
    const advice = async () => {
      const [given] = await recommendationsOf(irrigation, clientId);
      if (!given) throw new Error("nothing recommended");
      return given;
    };
    return { ...opened, clientId, sectorId, state: before, measuredMm: measured[0] ?? 0, advice };
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

  it("agrees in the afternoon too: the balance counts the use of a day when it has ended", async () => {
    const soil = { layers: [{ depthCm: 100, fcPct: FC_PCT, wpPct: FC_PCT - 4 }] };
    const weather = (date: string) => ({ rain: date < addDays(TODAY, -2) ? 9 : 0 });
    const planted = { soil, weather };
    const { irrigation, clientId, clock, telemetry, state, advice } = await probed(
      "afternoon",
      ({ dr }) => dr,
      planted,
    );
    const morning = await advice();
    expect(morning.contradiction).toBeNull();
    const { kc = 0, rootCm = 1, taw = 0 } = state.last ?? {};
    const used = kc * (state.outlook[0]?.eto ?? 0);
    expect(used).toBeGreaterThan(0.2 * taw);
    // 17:50 on the farm: nearly all of the day's water is used.
    clock.moment = new Date(`${TODAY}T20:50:00Z`);
    telemetry.readings.set("afternoon-s0", {
      at: clock.moment,
      value: FC_PCT - (state.drNow + used) / (rootCm / 10),
      flag: null,
    });
    expect(await advice()).toMatchObject({ action: morning.action, blockedBy: null, contradiction: null });
    const { summaries, states } = await irrigation.decisions.overview({ clientIds: [clientId] });
    expect([...summaries.values()][0]?.[0]?.drMm).toBeCloseTo(states[0]?.drNow ?? 0, 0);
  });

  it("gives its present reading in the question, also after the decision", async () => {
    const { irrigation, clientId, state, telemetry, advice } = await probed("present", () => 2, {});
    expect((await advice()).contradiction?.measuredMm).toBeCloseTo(2, 0);
    const summary = async () => {
      const { summaries } = await irrigation.decisions.overview({ clientIds: [clientId] });
      return [...summaries.values()].flat()[0]?.drMm;
    };
    for (const mm of [4, 7]) {
      const value = FC_PCT - mm / ((state.last?.rootCm ?? 0) / 10);
      telemetry.readings.set("present-s0", { at: new Date(MORNING), value, flag: null });
      const { contradiction, blockedBy } = await advice();
      expect(blockedBy).toBe("contradicted");
      expect(contradiction?.measuredMm).toBe(await summary());
      expect(contradiction?.measuredMm).toBeCloseTo(mm, 0);
      // A decision stored during a contradiction keeps no older number either.
      await irrigation.jobs.find(({ name }) => name === "balance")?.run();
      await irrigation.settle();
    }
  });

  it("says since when it differs: later readings and decisions do not move the beginning", async () => {
    const { irrigation, state, clock, telemetry, advice } = await probed("since", () => 2, {});
    const decide = async () => {
      await irrigation.jobs.find(({ name }) => name === "balance")?.run();
      await irrigation.settle();
    };
    const began = (await advice()).contradiction?.at;
    expect(began).toBe(new Date(MORNING).toISOString());
    clock.moment = new Date(Date.parse(MORNING) + HOUR_MS);
    await decide();
    for (const hours of [2, 4, 7]) {
      clock.moment = new Date(Date.parse(MORNING) + hours * HOUR_MS);
      const value = FC_PCT - 2 / ((state.last?.rootCm ?? 0) / 10);
      telemetry.readings.set("since-s0", { at: clock.moment, value, flag: null });
      const present = await advice();
      expect(present).toMatchObject({ blockedBy: "contradicted", blockedSince: began, contradiction: { at: began } });
      await decide();
    }
    // A probe that agrees ends it.
    clock.moment = new Date(clock.moment.getTime() + HOUR_MS);
    telemetry.readings.set("since-s0", {
      at: clock.moment,
      value: FC_PCT - state.drNow / ((state.last?.rootCm ?? 0) / 10),
      flag: null,
    });
    await decide();
    expect((await advice()).contradiction).toBeNull();
  });

  it("holds a wait where it measures a soil that needs water before the machine has passed", async () => {
    // Six days after planting the balance waits; the probe is near the AFD, and not beyond it.
    const young = { season: { plantingDate: addDays(FROM, 37) } };
    const { state, measuredMm, advice } = await probed("near", ({ raw }) => 0.95 * raw, young);
    expect(state.status).toBe("ok");
    expect(measuredMm).toBeLessThan(state.last?.raw ?? 0);
    expect(await advice()).toMatchObject({ action: "nodata", blockedBy: "contradicted" });
  });

  it("that lies does not count, and is named: a reading that is stuck or out of range is none", async () => {
    for (const flag of ["stuck", "out-of-range"] as const) {
      const { irrigation, clientId, telemetry } = await probed(flag, () => 2, {});
      const told = telemetry.readings.get(`${flag}-s0`);
      if (!told) throw new Error("a reading");
      telemetry.readings.set(`${flag}-s0`, { ...told, flag });
      const { summaries, recommendations } = await irrigation.decisions.overview({ clientIds: [clientId] });
      expect([...summaries.values()].flat()).toMatchObject([
        { drMm: null, meanPct: null, status: "nodata", profile: [{ value: null, flag }] },
      ]);
      expect([...recommendations.values()]).toMatchObject([{ action: "irrigate", contradiction: null }]);
    }
  });

  describe("beside another one", () => {
    /** Dr 16 mm of CAD 28 mm: the tolerance is 5.6 mm. */
    const halfway = { season: { plantingDate: addDays(FROM, 32) } };

    it("holds an irrigation that both contradict, one as wetter and one as drier", async () => {
      const { advice } = await probed(
        "apart",
        ({ dr }) => dr - 8,
        halfway,
        ({ dr }) => dr + 8.5,
      );
      expect(await advice()).toMatchObject({ action: "nodata", blockedBy: "contradicted" });
      expect((await advice()).contradiction?.measuredMm).toBeCloseTo(24.5, 0);
    });

    it("holds nothing where the other one and the mean of both agree with the balance", async () => {
      const { advice } = await probed(
        "one-of-two",
        ({ dr }) => dr - 10,
        halfway,
        ({ dr }) => dr,
      );
      expect(await advice()).toMatchObject({ action: "irrigate", blockedBy: null });
    });
  });

  it("holds nothing within the tolerance, or where neither of both needs water", async () => {
    const close = await probed("close", ({ dr }) => dr - 3, {});
    expect(await close.advice()).toMatchObject({ action: "irrigate", blockedBy: null });
    const wet = await probed("both-wet", () => 0, { season: { plantingDate: addDays(FROM, 37) } });
    expect(await wet.advice()).toMatchObject({ action: "wait", blockedBy: null });
  });
});

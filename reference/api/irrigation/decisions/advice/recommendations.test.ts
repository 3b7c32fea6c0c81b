import { addDays, farmMoment } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { ConfigFields } from "@lamina/shared/records/config";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { type RecordEntity, recordChanged } from "../../../core/record-changed.ts";
import { farms, pivotSectors, pivots, waterSources } from "../../../schema/farms.ts";
import { decisionTimes, recommendations, seasons, waterings } from "../../../schema/irrigation.ts";
import { configs, tariffs } from "../../../schema/settings.ts";
import { devices, monitors, sensors } from "../../../schema/telemetry.ts";
import { forecastHours, rains, weatherDays } from "../../../schema/weather.ts";
import { upsertSensorTypes } from "../../../telemetry/sensor-types/store.ts";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  addWeather,
  FROM,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  settings,
  TODAY,
  times,
  watering,
  weatherDay,
} from "../../testing/field.ts";
import { markChanged } from "./decision-times.ts";

describeDatabases("recommendations", (database) => {
  const field = (id: string, more: object = {}) => plantSeason(database(), id, more);
  const within = (id: string) => ({ clientIds: [`${id}-client`] });

  it("have action, depth and time, with reasons that add up, and the cost by the tariff", async () => {
    const { clientId, farmId, sectorId } = await field("say");
    const tariff = { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "offpeak" as const, brlKwh: 0.5 };
    await database()
      .insert(tariffs)
      .values({ _id: "say-tariff", clientId, ...times, name: "Verde", windows: [tariff] });
    await addForecast(database(), farmId, TODAY, Array(7).fill({}));
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    const last = (await irrigation.balances.rows(sectorId, FROM, TODAY)).at(-1);
    if (!given || !last) throw new Error("nothing recommended");
    expect(given).toMatchObject({ sectorId, date: TODAY, computedAt: new Date(MORNING).toISOString(), priority: 1 });
    expect(given).toMatchObject({ action: "irrigate", blockedBy: null, waitUntil: null });
    expect(given.grossMm).toBeGreaterThanOrEqual(last.dr / 0.85 - 0.01);
    expect(given.netMm).toBeCloseTo((given.grossMm ?? 0) * 0.85, 1);
    expect(Number.isInteger(given.percent)).toBe(true);
    expect(given.energyKwh).toBeCloseTo((given.hoursRev ?? 0) * 100, 0);
    expect(given.costBrl).toBeCloseTo((given.energyKwh ?? 0) * 0.5, 0);
    expect(Date.parse(given.startAt ?? "")).toBeGreaterThanOrEqual(Date.parse(MORNING));
    const reason = (key: string) => given.reasons.find((other) => other.key === key);
    const value = (key: string) => Number(reason(key)?.value);
    expect(value("drBefore") + value("etcAdj") - value("rainEff") - value("irrNet") + value("dp")).toBeCloseTo(
      value("drEnd"),
      1,
    );
    expect(reason("etcAdj")).toMatchObject({ source: "station", at: addDays(TODAY, -1), unit: "mm" });
  });

  it("are valid from the decision time on, are recomputed when inputs change, and do not change afterwards", async () => {
    const { clientId, sectorId } = await field("hour");
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    const due = irrigation.jobs.find(({ name }) => name === "balance");
    await irrigation.settle();
    await due?.run();
    const stored = () => database().select().from(recommendations).where(eq(recommendations.sectorId, sectorId));
    expect(await stored()).toHaveLength(1);

    // Without a change there is no new recommendation.
    clock.moment = new Date(clock.moment.getTime() + HOUR_MS);
    await due?.run();
    expect((await stored())[0]?.computedAt).toEqual(new Date(MORNING));

    await database()
      .insert(waterings)
      .values(watering({ clientId, sectorId }, "hour-w", `${TODAY}T11:00:00Z`, 60));
    const after = { sectorId, start: `${TODAY}T11:00:00Z`, source: "manual" };
    await events.emit("record", recordChanged("Watering", { clientId, recordId: "hour-w", after }));
    const [afterwards] = await recommendationsOf(irrigation, clientId);
    expect(afterwards).toMatchObject({ date: TODAY, computedAt: clock.moment.toISOString() });
    expect(afterwards?.action).not.toBe("irrigate");
    expect(afterwards?.reasons.find(({ key }) => key === "irrToday")).toMatchObject({ value: 51, source: "manual" });

    // Before seven on the next morning yesterday's is still valid. At seven there is a new one.
    clock.moment = new Date(`${addDays(TODAY, 1)}T09:30:00Z`);
    await due?.run();
    expect(await stored()).toHaveLength(1);
    clock.moment = new Date(`${addDays(TODAY, 1)}T10:00:00Z`);
    await due?.run();
    expect((await stored()).map(({ date }) => date).sort()).toEqual([TODAY, addDays(TODAY, 1)]);
    // The new one is blocked, because its weather did not arrive.
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({
      action: "nodata",
      blockedBy: "stale-weather",
      blockedSince: addDays(TODAY, -1),
      grossMm: null,
    });
  });

  it("are decided again in the night when the water has come, and once more at the decision time", async () => {
    const { clientId, farmId, sectorId } = await field("night");
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({ date: TODAY, action: "irrigate" });
    const tomorrow = addDays(TODAY, 1);
    const nextDay = { clientId, farmId, from: TODAY };
    await addWeather(database(), farmId, TODAY, TODAY);
    clock.moment = new Date(`${tomorrow}T03:05:00Z`);
    await events.emit("weather", nextDay);
    await irrigation.settle();
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({ date: TODAY, action: "irrigate" });

    // From 22:00 to 04:00 on the farm's clock.
    clock.moment = new Date(`${tomorrow}T07:00:00Z`);
    const start = `${tomorrow}T01:00:00Z`;
    await database()
      .insert(waterings)
      .values(watering({ clientId, sectorId }, "night-w", start, 60));
    const after = { sectorId, start, source: "telemetry" };
    await events.emit("record", recordChanged("Watering", { clientId, recordId: "night-w", after }));
    const [night] = await recommendationsOf(irrigation, clientId);
    expect(night).toMatchObject({ date: tomorrow });
    expect(night?.action).not.toBe("irrigate");

    clock.moment = new Date(`${tomorrow}T10:00:00Z`);
    await irrigation.settle();
    const [morning] = await recommendationsOf(irrigation, clientId);
    expect(morning).toMatchObject({ date: tomorrow, computedAt: clock.moment.toISOString() });
  });

  it("have the depletion of the card at every hour of the night, with and without the row of the day before", async () => {
    const { clientId, farmId, sectorId } = await field("truth");
    await addForecast(database(), farmId, TODAY, Array(7).fill({}));
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const tomorrow = addDays(TODAY, 1);
    const look = async () => {
      const { states, recommendations: given } = await irrigation.decisions.overview({ clientIds: [clientId] });
      const [state, recommendation] = [states[0], given.get(sectorId)];
      if (!state || !recommendation) throw new Error("nothing recommended");
      const value = (key: string) => Number(recommendation.reasons.find((one) => one.key === key)?.value ?? 0);
      expect(value("drNow")).toBeCloseTo(state.drNow, 1);
      const since = value("etcAdj") - value("rainEff") - value("irrNet") + value("dp");
      expect(value("drBefore") + since - value("rainToday") - value("irrToday")).toBeCloseTo(state.drNow, 1);
      return { drNow: state.drNow, status: state.status, recommendation, value };
    };
    const evening = await look();
    const nights = ["03:30", "06:00", "08:59"].map((time) => new Date(`${tomorrow}T${time}:00Z`));
    for (const night of nights) {
      clock.moment = night;
      await irrigation.settle();
      const now = await look();
      // The expected use of yesterday: 1.2 × 5 mm, less what stress prevents.
      expect(now.value("etcAdj")).toBeGreaterThan(1);
      expect(now.drNow).toBeCloseTo(evening.drNow + now.value("etcAdj"), 1);
      // The decision is unchanged, with the depletion from which it was made.
      expect(now.recommendation).toMatchObject({ date: TODAY, computedAt: evening.recommendation.computedAt });
      expect(now.recommendation.grossMm).toBe(evening.recommendation.grossMm);
      expect(now.value("dr")).toBe(evening.value("dr"));
    }
    const expected = await look();
    await addWeather(database(), farmId, TODAY, TODAY);
    await events.emit("weather", { clientId, farmId, from: TODAY });
    await irrigation.settle();
    const measured = await look();
    expect(measured.recommendation.date).toBe(TODAY);
    // The row of such a day as was expected changes nothing.
    expect(measured.drNow).toBeCloseTo(expected.drNow, 1);
    expect(measured.status).toBe(expected.status);
  });

  it("are evaluated when they are due, and not before", async () => {
    const { clientId, farmId } = await field("looked");
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const isDue = async () =>
      (await irrigation.jobs.find(({ name }) => name === "balance")?.due?.())?.includes(clientId);
    expect(await isDue()).toBe(false);
    // Midnight of the farm: a season may begin or end.
    clock.moment = new Date(`${addDays(TODAY, 1)}T02:59:00Z`);
    expect(await isDue()).toBe(false);
    clock.moment = new Date(`${addDays(TODAY, 1)}T03:00:00Z`);
    expect(await isDue()).toBe(true);
    await irrigation.settle(clientId);
    clock.moment = new Date(`${addDays(TODAY, 1)}T09:59:00Z`);
    expect(await isDue()).toBe(false);
    // The decision, which is blocked because its weather did not arrive, until readings do.
    clock.moment = new Date(`${addDays(TODAY, 1)}T10:00:00Z`);
    expect(await isDue()).toBe(true);
    await irrigation.settle(clientId);
    expect(await isDue()).toBe(false);
    await events.emit("readings", { clientId, farmId, sensorIds: [], from: TODAY });
    expect(await isDue()).toBe(true);
  });

  it("that are blocked are evaluated after readings of their own probes, or of the farm's weather, alone", async () => {
    const { clientId, farmId, sectorIds } = await field("probes", { sectors: 2 });
    const { irrigation, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    await upsertSensorTypes(database(), times.createdAt);
    const own = { clientId, ...times };
    const device = { ...own, farmId, intervalMin: 60, maintenance: false };
    await database()
      .insert(devices)
      .values([
        { ...device, _id: "probes-probe", serial: "probes-probe", sensorTypeId: "soil-moisture-probe" },
        { ...device, _id: "probes-station", serial: "probes-station", sensorTypeId: "weather-station" },
      ]);
    await database().update(farms).set({ stationDeviceId: "probes-station" }).where(eq(farms._id, farmId));
    const sensor = { ...own, unit: "", calibA: 1, calibB: 0 };
    await database()
      .insert(sensors)
      .values([
        { ...sensor, _id: "probes-moist", deviceId: "probes-probe", variable: "soilMoist", depthCm: 20 },
        { ...sensor, _id: "probes-other", deviceId: "probes-probe", variable: "soilMoist", depthCm: 40 },
        { ...sensor, _id: "probes-temp", deviceId: "probes-station", variable: "soilTemp" },
        { ...sensor, _id: "probes-air", deviceId: "probes-probe", variable: "airTemp" },
      ]);
    await database()
      .insert(monitors)
      .values({
        ...own,
        _id: "probes-m",
        name: "Sonda",
        sectorId: sectorIds[0] ?? "",
        sensorIds: ["probes-moist"],
        alertIds: [],
      });
    const dueAfter = async (...sensorIds: string[]) => {
      const ofFarm = eq(decisionTimes.farmId, farmId);
      await database()
        .update(decisionTimes)
        .set({ isBlocked: true, at: new Date("2100-01-01") })
        .where(ofFarm);
      await events.emit("readings", { clientId, farmId, sensorIds, from: TODAY });
      const rows = await database().select().from(decisionTimes).where(ofFarm);
      return rows.flatMap(({ at, sectorId }) => (at.getTime() === 0 ? [sectorId] : [])).sort();
    };
    expect(await dueAfter("probes-moist")).toEqual(sectorIds.slice(0, 1));
    expect(await dueAfter("probes-other")).toEqual([]);
    // The station reports again, with whatever it measures.
    expect(await dueAfter("probes-temp")).toEqual(sectorIds);
    expect(await dueAfter("probes-other", "probes-air")).toEqual(sectorIds);
  });

  it("count in the row as they were before the day's water, or as corrected without it", async () => {
    const { clientId, farmId, sectorId } = await field("asked");
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [first] = await recommendationsOf(irrigation, clientId);
    const changed = async (entity: RecordEntity, after: object) =>
      events.emit("record", recordChanged(entity, { clientId, recordId: entity, after: { ...after } }));
    const rain = { sectorId, date: TODAY, mm: 4, source: "manual" as const };
    await database()
      .insert(rains)
      .values({ _id: "asked-rain", clientId, ...times, ...rain });
    await changed("Rain", rain);
    const [corrected] = await recommendationsOf(irrigation, clientId);
    expect(corrected?.grossMm).toBeLessThan(first?.grossMm ?? 0);
    const start = `${TODAY}T11:00:00Z`;
    clock.moment = new Date(`${TODAY}T11:30:00Z`);
    await database()
      .insert(waterings)
      .values(watering({ clientId, sectorId }, "asked-w", start, 60));
    await changed("Watering", { sectorId, start, source: "manual" });
    expect((await recommendationsOf(irrigation, clientId))[0]?.action).not.toBe("irrigate");

    clock.moment = new Date(`${addDays(TODAY, 1)}T10:30:00Z`);
    await database().insert(weatherDays).values(weatherDay(farmId, TODAY));
    await events.emit("weather", { clientId, farmId, from: TODAY });
    expect(await irrigation.balances.rows(sectorId, TODAY, TODAY)).toMatchObject([
      { recommendedMm: corrected?.grossMm },
    ]);
  });

  it("are never given on stale data: a silent station, missing rain", async () => {
    const { clientId, farmId } = await field("stale");
    const own = { clientId, ...times };
    const seen = new Date(Date.parse(MORNING) - 60 * MINUTE_MS);
    await database()
      .insert(devices)
      .values({
        _id: "stale-station",
        ...own,
        farmId,
        sensorTypeId: await stationType(),
        serial: "STALE-1",
        intervalMin: 15,
        maintenance: false,
        lastSeen: seen,
      });
    await database()
      .insert(sensors)
      .values({
        _id: "stale-rain",
        ...own,
        deviceId: "stale-station",
        variable: "rain",
        unit: "mm",
        calibA: 0,
        calibB: 1,
      });
    await database().update(farms).set({ stationDeviceId: "stale-station" }).where(eq(farms._id, farmId));
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({ action: "irrigate", blockedBy: null });

    // The station becomes silent: reads are blocked at once, and stored recommendations at the next run of the job.
    clock.moment = new Date(seen.getTime() + 181 * MINUTE_MS);
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({
      action: "nodata",
      blockedBy: "stale-station",
      blockedSince: seen.toISOString(),
      startAt: null,
    });
    await database().update(devices).set({ lastSeen: clock.moment }).where(eq(devices._id, "stale-station"));

    const yesterday = addDays(TODAY, -1);
    await database()
      .update(weatherDays)
      .set({ rain: null, missing: ["rain"] })
      .where(eq(weatherDays.date, yesterday));
    await events.emit("weather", { clientId, farmId, from: yesterday });
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({
      action: "nodata",
      blockedBy: "stale-rain",
      blockedSince: addDays(TODAY, -2),
    });
    // A person records the gauge's rain.
    const rain = { _id: "stale-rain-1", ...own, farmId, date: yesterday, mm: 0 };
    await database().insert(rains).values(rain);
    await events.emit(
      "record",
      recordChanged("Rain", { clientId, recordId: rain._id, after: { farmId, date: yesterday } }),
    );
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({ action: "irrigate", blockedBy: null });
  });

  it("wait when the day of irrigation is still far", async () => {
    const { clientId, farmId, sectorId } = await field("far", { season: { plantingDate: addDays(TODAY, -3) } });
    await addForecast(database(), farmId, TODAY, Array(7).fill({}));
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    const projection = await irrigation.decisions.projection(sectorId);
    expect(projection?.irrigateOnWithoutRain).not.toBeNull();
    expect(given).toMatchObject({
      action: "wait",
      waitUntil: projection?.irrigateOnWithoutRain,
      grossMm: null,
      startAt: null,
    });
  });

  it("wait until the last day without stress if no rain falls, with the rain beside it", async () => {
    const { clientId, farmId, sectorId } = await field("safe", { season: { plantingDate: addDays(TODAY, -3) } });
    const wet = { rain: 30, rainProbPct: 60 };
    await addForecast(database(), farmId, TODAY, [{}, {}, {}, {}, wet, wet, wet]);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    const { withoutRain = [], irrigateOnWithoutRain } = (await irrigation.decisions.projection(sectorId)) ?? {};
    expect(given).toMatchObject({ action: "wait", rule: "later", waitUntil: irrigateOnWithoutRain });
    expect(given?.otherwiseMm).toBeGreaterThan(0);
    const stress = withoutRain.find(({ dr, raw }) => dr > raw);
    expect(Number((given?.waitUntil ?? "9") <= (stress?.date ?? ""))).toBe(1);
    // The hours to stress are those of the projection, whose roots grow.
    const critical = Date.parse(MORNING) + (given?.hoursToCritical ?? 0) * HOUR_MS;
    expect(new Date(critical).toISOString().slice(0, 10)).toBe(stress?.date);
  });

  it("wait for a later day, also when today's own rain decides", async () => {
    const { clientId, farmId, sectorId } = await field("today", { season: { plantingDate: addDays(TODAY, -6) } });
    await addForecast(database(), farmId, TODAY, [{ rain: 8, rainProbPct: 100 }, {}, {}, {}, {}, {}, {}]);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    const [today, tomorrow] = (await irrigation.decisions.projection(sectorId))?.withoutRain ?? [];
    expect(today).toMatchObject({ date: TODAY, status: "irrigate" });
    expect(given).toMatchObject({ action: "wait", waitUntil: tomorrow?.date });
  });

  it("wait for enough forecast rain, and no longer after the forecast has changed", async () => {
    const { clientId, farmId } = await field("rainy", { season: { plantingDate: addDays(TODAY, -7) } });
    await addForecast(database(), farmId, TODAY, [{}, { rain: 30, rainProbPct: 90 }, {}, {}, {}, {}, {}]);
    const { irrigation, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    // Stress begins tomorrow without rain, so the wait for its rain ends then; with a depth for that case.
    expect(given).toMatchObject({ action: "wait", waitUntil: addDays(TODAY, 1), grossMm: null });
    expect(given?.hoursToCritical).toBeLessThan(41);
    expect(given?.reasons.find(({ key }) => key === "rainChance")).toMatchObject({ value: 90, unit: "%" });
    expect(given?.otherwiseMm).toBeGreaterThan(0);
    expect(given?.rainWait).toMatchObject({ rainMm: expect.any(Number), expectedMm: expect.any(Number) });
    const later = { issuedAt: new Date(MORNING) };
    await addForecast(database(), farmId, TODAY, Array(7).fill(later));
    await events.emit("forecast", { clientId, farmId });
    await irrigation.settle();
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({ action: "irrigate", waitUntil: null });
  });

  it("expect no rain of a forecast that is older than a day, and say so", async () => {
    const { clientId, farmId } = await field("old-rain", { season: { plantingDate: addDays(TODAY, -7) } });
    const issuedAt = new Date(Date.parse(MORNING) - 25 * HOUR_MS);
    const days = [{}, { rain: 30, rainProbPct: 90 }, {}, {}, {}, {}, {}];
    await addForecast(
      database(),
      farmId,
      TODAY,
      days.map((day) => ({ ...day, issuedAt })),
    );
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    expect(given).toMatchObject({ action: "irrigate", rainWait: null });
    expect(given?.reasons.find(({ key }) => key === "noForecast")).toMatchObject({
      value: 25,
      unit: "h",
      at: issuedAt.toISOString(),
    });
  });

  it("expect no rain of hours that have passed", async () => {
    const { farmId, sectorId } = await field("evening");
    await addForecast(database(), farmId, TODAY, [{ rain: 20, rainProbPct: 90 }, {}, {}, {}, {}, {}, {}]);
    const hours = Array.from({ length: 24 }, (_, hour) => ({
      ...{ farmId, issuedAt: new Date(`${TODAY}T06:00:00Z`), source: "simulated" as const },
      date: new Date(farmMoment(TODAY, `${String(hour).padStart(2, "0")}:00`, "America/Sao_Paulo")),
      // 5 mm in the early morning, 15 mm in the afternoon.
      rain: hour === 5 ? 5 : hour === 16 ? 15 : 0,
    }));
    await database().insert(forecastHours).values(hours);
    const rainAt = async (moment: string) => {
      const { irrigation } = openIrrigation(database(), moment);
      await irrigation.settle();
      return (await irrigation.decisions.projection(sectorId))?.withRain[0]?.rain;
    };
    expect(await rainAt(MORNING)).toBeCloseTo(15);
    // 19:00 on the farm.
    expect(await rainAt(`${TODAY}T22:00:00Z`)).toBe(0);
  });

  it("keep their start when only the channels of the alerts change", async () => {
    const { clientId } = await field("channels");
    const before = ConfigFields.parse({});
    const { irrigation, events, clock } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const overview = () => irrigation.decisions.overview({ clientIds: [clientId] });
    const first = await overview();
    expect(first.plans[0]?.items.length).toBeGreaterThan(0);
    clock.moment = new Date(Date.parse(MORNING) + 16 * MINUTE_MS);
    const change = (own: Partial<typeof before>) =>
      events.emit("record", recordChanged("Config", { clientId, recordId: "c", before, after: { ...before, ...own } }));
    await change({ alertChannels: ["inbox"] });
    await irrigation.settle();
    const second = await overview();
    expect([...second.recommendations]).toEqual([...first.recommendations]);
    expect(second.plans).toEqual(first.plans);
    await change({ decisionTime: "06:00" });
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    expect(given?.computedAt).toBe(clock.moment.toISOString());
  });

  it("weigh the rain of an ensemble, without the part of today that fell, and say so", async () => {
    const planted = await field("ensemble", { season: { plantingDate: addDays(TODAY, -7) } });
    const { clientId, farmId } = planted;
    const storm = { rain: 3, rainProbPct: 30, rainAmounts: [0, ...Array<number>(9).fill(30)] };
    await addForecast(database(), farmId, TODAY, [{}, storm, {}, {}, {}, {}, {}]);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    expect(given).toMatchObject({ action: "wait", waitUntil: addDays(TODAY, 1) });
    const keys = given?.reasons.map(({ key }) => key);
    expect(keys).toContain("rainEnsemble");
    expect(keys).not.toContain("rainExpected");
    expect(given?.rainWait?.rainMm).toBeCloseTo(27, 1);
  });

  it("project seven days with and without the forecast rain, with planned waterings and a simulated one", async () => {
    const { clientId, farmId, sectorId } = await field("project");
    const days = Array.from({ length: 6 }, (_, index) => ({ rain: index === 2 ? 18 : 0, rainProbPct: 10 * index }));
    await addForecast(database(), farmId, TODAY, days);
    await database()
      .insert(waterings)
      .values(watering({ clientId, sectorId }, "project-plan", `${addDays(TODAY, 4)}T12:00:00Z`, 10));
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const projection = await irrigation.decisions.projection(sectorId);
    if (!projection) throw new Error("no projection");
    const dates = Array.from({ length: 7 }, (_, index) => addDays(TODAY, index));
    expect(projection.withRain.map(({ date }) => date)).toEqual(dates);
    expect(projection.withoutRain.map(({ date }) => date)).toEqual(dates);
    expect(projection.rainProbPct).toEqual([0, 10, 20, 30, 40, 50, null]);
    expect(projection.withRain.map(({ origin }) => origin)).toEqual([...Array(6).fill("forecast"), "estimated"]);
    expect(projection.withRain[1]?.dr).toBeCloseTo(projection.withoutRain[1]?.dr ?? 0, 6);
    expect((projection.withoutRain[2]?.dr ?? 0) - (projection.withRain[2]?.dr ?? 0)).toBeGreaterThan(10);
    expect(projection.withRain[4]?.irrNet).toBeCloseTo(8.5, 6);
    const simulated = await irrigation.decisions.projection(sectorId, 20);
    expect((projection.withoutRain[0]?.dr ?? 0) - (simulated?.withoutRain[0]?.dr ?? 0)).toBeCloseTo(17, 1);
    // The projection is not stored; a request by days appends it to the past.
    expect((await irrigation.balances.rows(sectorId, FROM, addDays(TODAY, 6))).at(-1)?.date).toBe(addDays(TODAY, -1));
    const rows = await irrigation.decisions.balanceAhead(sectorId, addDays(TODAY, -2), addDays(TODAY, 1));
    expect(rows.map(({ date }) => date)).toEqual([-2, -1, 0, 1].map((day) => addDays(TODAY, day)));
  });

  it("are planned within the source's capacity, sectors of a pivot in one run, without the blocked ones", async () => {
    const { clientId, farmId, soilId, cropId } = await field("plan", { sectors: 3, pivot: { flowM3h: 180 } });
    await database()
      .insert(waterSources)
      .values({ _id: "plan-source", clientId, ...times, farmId, name: "Casa de bombas", capacityM3h: 200 });
    await database().update(pivots).set({ waterSourceId: "plan-source" }).where(eq(pivots.farmId, farmId));
    // The first pivot has two halves.
    await database().update(pivotSectors).set({ angleEnd: 180 }).where(eq(pivotSectors._id, "plan-sector-1"));
    const half = { _id: "plan-sector-1b", pivotId: "plan-pivot-1", name: "Setor B", angleStart: 180, angleEnd: 360 };
    await database()
      .insert(pivotSectors)
      .values({ ...half, clientId, ...times, soilId });
    await database()
      .insert(seasons)
      .values({
        _id: "plan-season-1b",
        clientId,
        ...times,
        sectorId: half._id,
        cropId,
        plantingDate: addDays(FROM, 5),
        initialMoisturePct: 80,
        kcMethod: "single",
        status: "active",
      });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [plan] = (await irrigation.decisions.overview(within("plan"))).plans;
    if (!plan) throw new Error("no plan");
    expect(plan.date).toBe(TODAY);
    const placed = [...plan.items.map(({ pivotId }) => pivotId), ...plan.unplaced.map(({ pivotId }) => pivotId)];
    expect(placed.sort()).toEqual(["plan-pivot-1", "plan-pivot-2", "plan-pivot-3"]);
    const spans = plan.items.map(({ startAt, endAt }) => [Date.parse(startAt), Date.parse(endAt)] as const);
    // 200 m³/h feed one pivot of 180 at a time.
    for (const [index, [start]] of spans.entries())
      for (const [other, [otherStart, otherEnd]] of spans.entries())
        if (index !== other) expect(start >= otherStart && start < otherEnd).toBe(false);
    for (const { hoursToday } of plan.items) expect(hoursToday).toBeLessThanOrEqual(24);
    expect(plan.exact).toBe(true);
    const first = plan.items.find(({ pivotId }) => pivotId === "plan-pivot-1");
    if (first) expect(first.sectorIds.toSorted()).toEqual(["plan-sector-1", "plan-sector-1b"]);
    for (const { reasons } of plan.unplaced)
      expect(reasons.some(({ key }) => key === "noRoom" || key === "startsLater")).toBe(true);
    expect(plan.totals.volumeM3).toBeCloseTo(
      plan.items.reduce((sum, { volumeM3 }) => sum + volumeM3, 0),
      0,
    );
    // A repeated request is not searched again, and gives the same plan.
    expect((await irrigation.decisions.overview(within("plan"))).plans).toEqual([plan]);

    // A person tries another order, less water and peak hours: nothing changes until the choices are stored.
    const last = plan.unplaced[0]?.pivotId ?? plan.items.at(-1)?.pivotId ?? "";
    const choices = [{ pivotId: last, startAt: MORNING, grossMm: 10, usesPeak: true }];
    const decision = { farmId, date: TODAY, choices };
    const tried = await irrigation.decisions.tryPlan(decision);
    const moved = tried?.items.find(({ pivotId }) => pivotId === last);
    expect(Date.parse(moved?.startAt ?? "") - Date.parse(MORNING)).toBeLessThan(30 * MINUTE_MS);
    expect(moved).toMatchObject({ choice: choices[0], pauses: [] });
    expect(moved?.grossMm).toBeGreaterThanOrEqual(10);
    expect(moved?.grossMm).toBeLessThan(12);
    // The water that is left out is charged, so that less water is not cheap.
    expect(tried?.costBrl).toBeGreaterThan((plan.costBrl ?? 0) * 0.9);
    expect((await irrigation.decisions.overview(within("plan"))).plans).toEqual([plan]);
    const caller = {
      userId: null,
      userName: "ana",
      name: "Ana",
      jti: "",
      groupId: null,
      permissions: [],
      clients: new Map(),
    };
    // Two people, or two taps on a slow line, at once.
    const decide = () => irrigation.decisions.decidePlan(caller, { ...decision, clientId });
    await Promise.all([decide(), decide()]);
    const tomorrow = { ...decision, clientId, date: addDays(TODAY, 1) };
    await expect(irrigation.decisions.decidePlan(caller, tomorrow)).rejects.toMatchObject({ statusCode: 400 });
    const after = await irrigation.decisions.overview(within("plan"));
    expect(after.plans[0]).toMatchObject({ items: tried?.items, decision: { by: "Ana", choices } });
    const card = after.recommendations.get(moved?.sectorIds[0] ?? "");
    expect(card).toMatchObject({ startAt: moved?.startAt, grossMm: moved?.grossMm, percent: moved?.percent });
    expect(card?.recommendedMm).toBeGreaterThan(10);
    const foreign = { ...decision, choices: [{ pivotId: "other" }] };
    await expect(irrigation.decisions.tryPlan(foreign)).rejects.toMatchObject({ statusCode: 400 });
    await irrigation.decisions.decidePlan(caller, { ...decision, choices: [], clientId });
    expect((await irrigation.decisions.overview(within("plan"))).plans).toEqual([plan]);
  });

  it("follow the readings of the farm that their machine has moved to", async () => {
    const { sectorId } = await field("moved");
    const { farmId } = await field("moved-to");
    await markChanged(database(), { sectorIds: [sectorId] });
    await database().update(pivots).set({ farmId }).where(eq(pivots._id, "moved-pivot-1"));
    await markChanged(database(), { sectorIds: [sectorId] });
    const [row] = await database().select().from(decisionTimes).where(eq(decisionTimes.sectorId, sectorId));
    expect(row?.farmId).toBe(farmId);
  });

  it("use the client's margins", async () => {
    const { clientId } = await field("margin", { season: { plantingDate: addDays(TODAY, -3) } });
    const { irrigation, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const status = async () => (await irrigation.decisions.overview(within("margin"))).states[0]?.status;
    const row = (await irrigation.balances.rows("margin-sector-1", FROM, TODAY)).at(-1);
    expect(await status()).toBe(row?.status);
    await database()
      .insert(configs)
      .values(settings(clientId, { statusMargins: { waitDays: 7, sensorMarginPct: 2, differencePct: 20 } }));
    await events.emit("record", recordChanged("Config", { clientId, recordId: `${clientId}-config` }));
    expect(await status()).toBe("irrigate");
    expect((await irrigation.balances.rows("margin-sector-1", FROM, TODAY)).at(-1)?.status).toBe("irrigate");
  });

  async function stationType(): Promise<string> {
    await upsertSensorTypes(database(), new Date());
    return "weather-station";
  }
});

import { fao56Crops } from "@lamina/agronomy/crop/fao56-crops";
import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { ConfigFields } from "@lamina/shared/records/config";
import { plannedRun, recommendedRun } from "@lamina/shared/records/run-figures";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../../testing/program-caller.ts";
import { recordChanged } from "../../../core/record-changed.ts";
import { pivotSectors, waterPermits } from "../../../schema/farms.ts";
import { detections, pivotRuns, recommendations, seasons, waterings } from "../../../schema/irrigation.ts";
import { configs, tariffs } from "../../../schema/settings.ts";
import { countStatements } from "../../testing/count-statements.ts";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  addWeather,
  type FieldOptions,
  FROM,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  settings,
  TODAY,
  times,
  watering,
} from "../../testing/field.ts";

describeDatabases("advice", (database) => {
  const field = (id: string, more: Partial<FieldOptions> = {}) => plantSeason(database(), id, more);

  async function adviceOf(id: string, more: Partial<FieldOptions> = {}) {
    const planted = await field(id, more);
    const opened = openIrrigation(database(), MORNING);
    await opened.irrigation.settle();
    const [given] = await recommendationsOf(opened.irrigation, planted.clientId);
    if (!given) throw new Error("nothing recommended");
    return { ...planted, ...opened, given };
  }
  const reason = (given: { reasons: { key: string; value: unknown }[] }, key: string) =>
    given.reasons.find((other) => other.key === key)?.value;

  it("has n passes of d mm each: the depth of the setting times the passes is the total depth", async () => {
    const { given } = await adviceOf("passes");
    const { passes, percent, depthPerPassMm, grossMm, hoursRev } = given;
    expect(passes).toBeGreaterThan(1);
    // 180 m³/h, 250 m/h at 380 m: 9.55 h and 3.42 mm at 100 %.
    const [time100, depth100] = [(2 * Math.PI * 380) / 250, (180 * ((2 * Math.PI * 380) / 250)) / (10 * 50.265)];
    expect(depthPerPassMm).toBeCloseTo((100 * depth100) / (percent ?? 0), 1);
    expect(grossMm).toBeCloseTo((passes ?? 0) * (depthPerPassMm ?? 0), 1);
    expect(hoursRev).toBeCloseTo(((passes ?? 0) * 100 * time100) / (percent ?? 0), 1);
  });

  it("gives no pass beyond the soil's intake, 25 mm when it is unknown, and no depth that cannot be recorded", async () => {
    expect((await adviceOf("unknown")).given.depthPerPassMm).toBeLessThanOrEqual(25);
    const clay = await adviceOf("clay", { soil: { infiltrationMmH: 12 } });
    const limit = reason(clay.given, "passLimit");
    expect(limit).toBeLessThan(15);
    expect(clay.given.depthPerPassMm).toBeLessThanOrEqual(Number(limit));
    expect(clay.given.leftMm).toBeGreaterThan(0);
    const dry = await adviceOf("dry", { season: { initialMoisturePct: 0 }, crop: { rootMaxCm: 200 } });
    expect(dry.given.grossMm).toBeLessThanOrEqual(100);
    expect(dry.given.startAt).not.toBeNull();
    expect(dry.given.endAt).not.toBeNull();
  });

  it("ignores planned water, except in the projection, and counts it after confirmation", async () => {
    const { clientId, sectorId, irrigation, given, clock, events } = await adviceOf("planned");
    const before = (await irrigation.decisions.overview({ sectorIds: [sectorId] })).states[0];
    const start = `${TODAY}T20:00:00Z`;
    const row = { ...watering({ clientId, sectorId }, "planned-w", start, 40), source: "plan" as const };
    const written = recordChanged("Watering", { clientId, recordId: row._id, after: { sectorId, start } });
    await database().insert(waterings).values(row);
    await events.emit("record", written);
    const state = async () => (await irrigation.decisions.overview({ sectorIds: [sectorId] })).states[0];
    expect(await state()).toMatchObject({ drNow: before?.drNow, status: before?.status });
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({
      action: "irrigate",
      grossMm: given.grossMm,
    });
    expect((await irrigation.decisions.projection(sectorId))?.withRain[0]?.irrNet).toBeCloseTo(34);
    // Its hour has passed without a confirmation, so it does not count.
    clock.moment = new Date(`${TODAY}T23:00:00Z`);
    await events.emit("record", written);
    expect((await state())?.drNow).toBe(before?.drNow);
    await database().update(waterings).set({ source: "manual" }).where(eq(waterings._id, row._id));
    await events.emit("record", written);
    expect((await state())?.drNow).toBeCloseTo((before?.drNow ?? 0) - 34);
  });

  it("is blocked by an open detection or a contradicting probe, with both numbers, until a person has checked", async () => {
    const { clientId, sectorId, irrigation, events, clock } = await adviceOf("held");
    const detected = { _id: "held-d", clientId, ...times, sectorId, date: TODAY, estimatedMm: 30 };
    await database()
      .insert(detections)
      .values({ ...detected, evidence: "probe", risePoints: 5, state: "open" });
    await events.emit("record", recordChanged("Detection", { clientId, recordId: detected._id }));
    const held = (await recommendationsOf(irrigation, clientId))[0];
    expect(held).toMatchObject({ action: "nodata", blockedBy: "contradicted", confidence: "contradicted" });
    expect(held?.contradiction).toMatchObject({ by: "detection", measuredMm: 30, detectionId: "held-d" });
    const { plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    expect(plans[0]?.items).toEqual([]);
    await database().update(detections).set({ state: "ignored" }).where(eq(detections._id, detected._id));
    clock.moment = new Date(clock.moment.getTime() + 60_000);
    await events.emit("record", recordChanged("Detection", { clientId, recordId: detected._id }));
    await irrigation.settle();
    expect((await recommendationsOf(irrigation, clientId))[0]).toMatchObject({ action: "irrigate", blockedBy: null });
  });

  it("requests no water beyond the crop's remaining use, and asks for the harvest after the end of the curve", async () => {
    const stages = [10, 10, 10, 13].map((days, index) => ({
      name: `${index}`,
      days,
      kc: [0.4, 0.8, 1.2, 0.6][index] ?? 0,
    }));
    const ending = await adviceOf("ending", { season: { stages } });
    // Three days more at some 3.5 mm: the soil is empty by now, and only this use is requested.
    expect(ending.given.netMm ?? 0).toBeLessThan(15);
    expect(reason(ending.given, "dr")).toBeGreaterThan(40);
    expect(ending.given.reasons.map(({ key }) => key)).toContain("limit-maturity");
    const over = await adviceOf("over", { season: { stages: stages.map((stage) => ({ ...stage, days: 7 })) } });
    expect(over.given.action).toBe("none");
    expect(over.given.reasons.map(({ key }) => key)).toContain("harvestPending");
    // Its soil is empty, which is no alert after the harvest date.
    const [last] = await over.irrigation.balances.rows(over.sectorId, addDays(TODAY, -1), TODAY);
    expect(last?.dr).toBeGreaterThan(last?.raw ?? 0);
    expect(last?.status).toBe("ok");
    const { states } = await over.irrigation.decisions.overview({ clientIds: [over.clientId] });
    expect(states[0]?.status).toBe("ok");
  });

  it("gives the value of a millimetre, by the crop's own price and yield if known", async () => {
    const known = await adviceOf("worth", { crop: { ky: 1.25, yieldKgHa: 9000, priceBrlKg: 1 } });
    const fallback = await adviceOf("default");
    expect(known.given.isWorthKnown).toBe(true);
    expect(fallback.given.isWorthKnown).toBe(false);
    expect(fallback.given.reasons.find(({ key }) => key === "lossPerMm")?.source).toBe("default");
    expect(known.given.lossBrlMm ?? 0).toBeGreaterThan(fallback.given.lossBrlMm ?? 0);
    // The floor price of the library is no price that a person entered, until a season has one.
    const soy = { ky: 0.85, yieldKgHa: 3600, priceBrlKg: fao56Crops.soja.priceBrlKg };
    expect((await adviceOf("floor", { crop: soy })).given.isWorthKnown).toBe(false);
    expect((await adviceOf("own", { crop: soy, season: { priceBrlKg: 1.9 } })).given.isWorthKnown).toBe(true);
  });

  it("weighs a millimetre by the Ky of the day's stage, else by that of the season", async () => {
    const crop = { ky: 1.25, yieldKgHa: 9000, priceBrlKg: 1 };
    const lossOf = async (id: string, kyStages: number[]) =>
      (await adviceOf(id, { crop: { ...crop, kyStages } })).given.lossBrlMm ?? 0;
    const season = (await adviceOf("ky-season", { crop })).given.lossBrlMm ?? 0;
    expect(await lossOf("ky-equal", [1.25, 1.25, 1.25, 1.25])).toBeCloseTo(season, 6);
    // Day 40 is in the development stage of the field.
    const half = await lossOf("ky-half", [0.4, 0.4, 1.5, 0.2]);
    const full = await lossOf("ky-full", [0.8, 0.8, 1.5, 0.2]);
    expect(full).toBeCloseTo(2 * half, 1);
    expect(await lossOf("ky-late", [0.4, 0.4, 0.5, 0.9])).toBeCloseTo(half, 6);
  });

  it("shows the hours and the cost of the plan's run on the card, as its sectors' shares", async () => {
    const { clientId } = await field("share");
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { plans, recommendations } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const [item] = plans[0]?.items ?? [];
    if (!item) throw new Error("nothing planned");
    const run = plannedRun(item);
    const cards = item.sectorIds.map((id) => recommendedRun(recommendations.get(id)));
    const sum = (key: "hours" | "hoursToday" | "costBrl" | "costTodayBrl") =>
      cards.reduce((total, card) => total + (card?.[key] ?? 0), 0);
    for (const key of ["hours", "hoursToday"] as const) expect(sum(key)).toBeCloseTo(run[key] ?? 0, 1);
    for (const key of ["costBrl", "costTodayBrl"] as const) expect(sum(key)).toBeCloseTo(run[key] ?? 0, 0);
    for (const card of cards)
      expect(card).toMatchObject({ passes: run.passes, percent: run.percent, depthPerPassMm: run.depthPerPassMm });
  });

  it("stores the run of each day as its card shows it, and leaves earlier days as they were", async () => {
    const { clientId, farmId, sectorId } = await field("day-run");
    const always = { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", brlKwh: 0.5 };
    await database()
      .insert(tariffs)
      .values({ ...times, _id: "day-run-tariff", clientId, name: "Única", windows: [{ ...always, kind: "offpeak" }] });
    const opened = openIrrigation(database(), MORNING);
    const { irrigation, clock, events } = opened;
    const { decisions } = irrigation;
    const storedOn = async (date: string) => {
      const ofDay = and(eq(recommendations.sectorId, sectorId), eq(recommendations.date, date));
      return (await database().select().from(recommendations).where(ofDay))[0]?.run;
    };
    const shown = async () =>
      recommendedRun((await decisions.overview({ clientIds: [clientId] })).recommendations.get(sectorId));
    await irrigation.settle();
    expect(await storedOn(TODAY)).toBeNull();
    // Without a person who looks, a job makes the plan.
    const job = irrigation.jobs.find(({ name }) => name === "day plans");
    expect(await job?.due?.()).toEqual([clientId]);
    await job?.run(clientId);
    expect(await job?.due?.()).toEqual([]);
    const first = await storedOn(TODAY);
    expect(first?.costBrl).toBeGreaterThan(0);
    expect(await shown()).toEqual(first);
    // The same recommendation again does not lose its run.
    await events.emit("forecast", { clientId, farmId });
    await irrigation.settle();
    expect(await storedOn(TODAY)).toEqual(first);

    const choices = [{ pivotId: "day-run-pivot-1", grossMm: (first?.grossMm ?? 0) / 2 }];
    await decisions.decidePlan(programCaller([clientId]), { clientId, farmId, date: TODAY, choices });
    const halved = await shown();
    expect(halved?.costBrl).toBeLessThan(first?.costBrl ?? 0);
    expect(await storedOn(TODAY)).toEqual(halved);

    // What remains after an application is not what was recommended.
    const start = new Date(clock.moment.getTime() + HOUR_MS).toISOString();
    const row = watering({ clientId, sectorId }, "day-run-w", start, 1.1 * (halved?.grossMm ?? 0));
    await database().insert(waterings).values(row);
    clock.moment = new Date(clock.moment.getTime() + 2 * HOUR_MS);
    await events.emit("record", recordChanged("Watering", { clientId, recordId: row._id, after: { sectorId, start } }));
    await irrigation.settle();
    expect((await shown())?.grossMm ?? 0).toBeLessThan(halved?.grossMm ?? 0);
    expect(await storedOn(TODAY)).toEqual(halved);

    clock.moment = new Date(Date.parse(MORNING) + DAY_MS);
    await addWeather(database(), farmId, TODAY, TODAY);
    await irrigation.balances.markStale([sectorId], TODAY);
    await irrigation.settle();
    const next = await shown();
    expect(next).not.toBeNull();
    expect(await storedOn(addDays(TODAY, 1))).toEqual(next);
    expect(await storedOn(TODAY)).toEqual(halved);
  });

  it("counts a run that has not moved yet in the passes that were recommended", async () => {
    const { clientId } = await field("new-run", { sectors: 1 });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const shown = async () => (await irrigation.decisions.overview({ clientIds: [clientId] })).plans[0]?.items[0];
    const recommended = await shown();
    expect(recommended?.passes).toBeGreaterThan(1);
    const now = Date.parse(MORNING);
    const run = { startAt: now, endAt: now, sweptDeg: 0, sectors: {}, isMeasured: false, percentTime: 0 };
    await database()
      .insert(pivotRuns)
      .values({ pivotId: "new-run-pivot-1", until: new Date(now), run });
    const { passes, depthPerPassMm, grossMm } = recommended ?? {};
    expect(await shown()).toMatchObject({ underWay: true, passes, depthPerPassMm, grossMm, percent: null });
  });

  it("counts runs in progress in the plan, and respects the permits", async () => {
    const { clientId, farmId } = await field("run", { sectors: 2 });
    const { irrigation, events } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const now = Date.parse(MORNING);
    const run = {
      startAt: now - 6 * HOUR_MS,
      endAt: now,
      sweptDeg: 180,
      sectors: {},
      isMeasured: true,
      percentTime: 40 * 6 * HOUR_MS,
    };
    await database()
      .insert(pivotRuns)
      .values({ pivotId: "run-pivot-1", until: new Date(now), run });
    await database()
      .insert(waterPermits)
      .values({
        _id: "run-permit",
        clientId,
        ...times,
        farmId,
        pivotIds: [],
        number: "1",
        m3Month: 90_000,
        m3hMax: 200,
      });
    const [plan] = (await irrigation.decisions.overview({ clientIds: [clientId] })).plans;
    const [first, second] = ["run-pivot-1", "run-pivot-2"].map((id) =>
      plan?.items.find(({ pivotId }) => pivotId === id),
    );
    expect(first).toMatchObject({ underWay: true, startAt: new Date(run.startAt).toISOString() });
    // 180 m³/h for 6 h over half of 50.265 ha; the half that the arm has not reached gets the same.
    expect(first?.grossMm).toBeCloseTo((180 * 6) / (10 * 25.13), 1);
    expect(plan?.bands?.[0]?.from).toBe(plan?.from);
    expect(Date.parse(first?.endAt ?? "") - now).toBeCloseTo(6 * HOUR_MS, -5);
    // 200 m³/h of the permit are enough for one of 180 at a time.
    expect(Date.parse(second?.startAt ?? "")).toBeGreaterThanOrEqual(now + 5.5 * HOUR_MS);

    await database()
      .update(waterPermits)
      .set({ validUntil: addDays(TODAY, -1) })
      .where(eq(waterPermits._id, "run-permit"));
    await events.emit("record", recordChanged("WaterPermit", { clientId, recordId: "run-permit" }));
    const [expired] = (await irrigation.decisions.overview({ clientIds: [clientId] })).plans;
    const out = expired?.unplaced.find(({ pivotId }) => pivotId === "run-pivot-2");
    const keys = out?.reasons.map(({ key }) => key);
    expect(keys).toContain("permitExpired");
    // No water arrives, so nothing is lost "until the water arrives".
    expect(keys).not.toContain("lossBrl");
    expect(keys).toContain("lossUnwatered");
  });

  it("gives the remaining depth of a run in progress per sector, consistent with the plan as time passes", async () => {
    const { clientId, sectorIds } = await field("wet", { sectors: 2 });
    const { irrigation, clock } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const now = Date.parse(MORNING);
    const own = { startAt: now - 6 * HOUR_MS, endAt: now, volumeM3: 1080, sweptDeg: 180 };
    const run = {
      startAt: own.startAt,
      endAt: now,
      sweptDeg: 180,
      sectors: { [sectorIds[0] ?? ""]: own },
      isMeasured: true,
      percentTime: 40 * 6 * HOUR_MS,
    };
    await database()
      .insert(pivotRuns)
      .values({ pivotId: "wet-pivot-1", until: new Date(now), run });
    const [card] = await recommendationsOf(irrigation, clientId);
    expect(card?.underWay).toMatchObject({ percent: 40, startedAt: new Date(own.startAt).toISOString() });
    expect(card?.underWay?.grossMm).toBeCloseTo(1080 / (10 * 25.13), 1);
    expect(card?.underWay?.remainingMm).toBeCloseTo(1080 / (10 * 50.265), 1);
    const ask = async () => (await irrigation.decisions.overview({ clientIds: [clientId] })).plans;
    const before = await ask();
    expect(before[0]?.items[0]).toMatchObject({ underWay: true, remainingMm: card?.underWay?.remainingMm });
    // Later answers for a part of the farm return the same plan.
    clock.moment = new Date(now + 20_000);
    await irrigation.decisions.overview({ sectorIds: [sectorIds[1] ?? ""] });
    expect(await ask()).toEqual(before);
  });

  it("withdraws a recommendation once, with the same text for every caller, and keeps the plan of the others", async () => {
    const { clientId, sectorId } = await field("silent", { sectors: 2 });
    const { irrigation, clock } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const detected = { _id: "silent-d", clientId, ...times, sectorId, date: TODAY, estimatedMm: 30 };
    await database()
      .insert(detections)
      .values({ ...detected, evidence: "probe", risePoints: 5, state: "open" });
    const ask = () => irrigation.decisions.overview({ clientIds: [clientId] });
    const first = await ask();
    expect(first.recommendations.get(sectorId)?.blockedBy).toBe("contradicted");
    clock.moment = new Date(clock.moment.getTime() + 10_000);
    const second = await ask();
    expect([...second.recommendations]).toEqual([...first.recommendations]);
    expect(second.plans).toEqual(first.plans);
    // Each message of a contradicted probe moves the blocker's time, and searches no new plan.
    await database()
      .update(detections)
      .set({ date: addDays(TODAY, -1) })
      .where(eq(detections._id, detected._id));
    const third = await ask();
    expect(third.plans[0]?.unplaced).toMatchObject([{ reasons: [{ key: "blocked", at: addDays(TODAY, -1) }] }]);
    expect(third.plans[0]?.items).toHaveLength(1);
    expect(third.plans[0]?.items).toBe(second.plans[0]?.items);
  });

  it("uses as many queries for two machines as for one, and fewer without a plan", async () => {
    const statements = async (id: string, sectors: number) => {
      const { clientId } = await field(id, { sectors });
      const counted = countStatements(database());
      const { irrigation } = openIrrigation(counted.database, MORNING);
      await irrigation.settle();
      const of = async (work: () => Promise<unknown>) => {
        const before = counted.count();
        await work();
        return counted.count() - before;
      };
      return {
        overview: await of(() => irrigation.decisions.overview({ clientIds: [clientId] })),
        states: await of(() => irrigation.decisions.states({ clientIds: [clientId] })),
      };
    };
    const one = await statements("alone", 1);
    expect(await statements("beside", 2)).toEqual(one);
    expect(one.states).toBeLessThan(one.overview);
  });

  it("begins on the day of planting, from the season's initial moisture", async () => {
    const dry = await adviceOf("sown", { season: { plantingDate: TODAY, initialMoisturePct: 30 } });
    expect(dry.given).toMatchObject({ action: "irrigate", blockedBy: null, confidence: "estimated", date: TODAY });
    // 20 cm of 140 mm/m, 30 % full: a deficit of 19.6 mm; before emergence it is applied in small depths.
    expect(reason(dry.given, "drNow")).toBeCloseTo(19.6, 1);
    expect(dry.given.reasons.map(({ key }) => key)).toContain("limit-emergence");
    expect(dry.given.netMm).toBeLessThan(13);
    const moist = await adviceOf("moist", { season: { plantingDate: TODAY, initialMoisturePct: 95 } });
    expect(moist.given.blockedBy).toBeNull();
    expect(moist.given.action).not.toBe("irrigate");
    const [row] = (await dry.irrigation.decisions.projection(dry.sectorId))?.withoutRain ?? [];
    expect(row).toMatchObject({ date: TODAY, dae: 0 });
    // On the next morning the day's weather and row exist.
    await addWeather(database(), dry.farmId, TODAY, TODAY);
    dry.clock.moment = new Date(Date.parse(MORNING) + 24 * HOUR_MS);
    await dry.events.emit("weather", { clientId: dry.clientId, farmId: dry.farmId, from: TODAY });
    await dry.irrigation.settle();
    expect((await dry.irrigation.balances.rows(dry.sectorId, FROM, TODAY)).map(({ date }) => date)).toEqual([TODAY]);
  });

  it("follows temperature where the season is in degree days", async () => {
    const stages = [200, 300, 400, 300].map((days, index) => ({
      name: `${index}`,
      days,
      kc: [0.4, 0.8, 1.2, 0.6][index] ?? 0,
    }));
    const crop = { tBase: 10 };
    const season = { stageUnit: "degree-days" as const, stages };
    // 31 and 19 °C above 10: 15 degrees a day; 21 and 11: 6.
    const warm = await adviceOf("degrees", { crop, season });
    const cool = await adviceOf("cold", { crop, season, weather: () => ({ tMax: 21, tMin: 11 }) });
    const stagesOf = async (one: typeof warm) => {
      const rows = await one.irrigation.balances.rows(one.sectorId, FROM, TODAY);
      return [13, 14, 34, 39].map((day) => rows[day]?.stage);
    };
    expect(await stagesOf(warm)).toEqual(["initial", "development", "mid", "mid"]);
    expect(await stagesOf(cool)).toEqual(["initial", "initial", "development", "development"]);
  });

  it("adapts Kc to the season's own weather, explains it, and does not when the client disabled it", async () => {
    const soy = { kcMid: 1.15, kcEnd: 0.5, heightM: 0.8, kcbIni: 0.15, kcbMid: 1.1, kcbEnd: 0.3 };
    const stages = [5, 5, 29, 60].map((days, index) => ({ name: `${index}`, days }));
    const more = { crop: { ...soy, stages }, weather: () => ({ wind2m: 3, rhMin: 25 }) };
    const dry = await adviceOf("climate", more);
    const last = async (one: typeof dry) => (await one.irrigation.balances.rows(one.sectorId, FROM, TODAY)).at(-1);
    // All of the mid-season except one day has been dry and windy.
    expect((await last(dry))?.kc).toBeCloseTo(1.23, 2);
    expect(reason(dry.given, "kcTable")).toBeCloseTo(1.15, 2);
    const off = await field("tables", more);
    const advice = { ...ConfigFields.parse({}).advice, kcByClimate: false };
    await database().insert(configs).values(settings(off.clientId, { advice }));
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    expect((await irrigation.balances.rows(off.sectorId, FROM, TODAY)).at(-1)?.kc).toBeCloseTo(1.15, 4);
  });

  it("looks ahead through the hours in which the machine may run", async () => {
    const all = await adviceOf("all-hours", { pivot: { maxHoursDay: 24 } });
    const few = await adviceOf("few-hours", { pivot: { maxHoursDay: 8 } });
    expect(Number(reason(few.given, "lookAhead"))).toBeGreaterThan(1.4 * Number(reason(all.given, "lookAhead")));
  });

  /** A pivot whose second half has a season of its own; by default in another stage, so that the halves need unequal depths. */
  async function twoHalves(
    id: string,
    options: Parameters<typeof field>[1],
    season: { plantingDate: FarmDay; initialMoisturePct: number } = {
      plantingDate: addDays(TODAY, -9),
      initialMoisturePct: 40,
    },
  ) {
    const planted = await field(id, options);
    const { clientId, soilId, cropId } = planted;
    await database()
      .update(pivotSectors)
      .set({ angleEnd: 180 })
      .where(eq(pivotSectors._id, `${id}-sector-1`));
    const half = {
      _id: `${id}-sector-2`,
      pivotId: `${id}-pivot-1`,
      name: "B",
      angleStart: 180,
      angleEnd: 360,
      soilId,
    };
    await database()
      .insert(pivotSectors)
      .values({ ...half, clientId, ...times });
    await database()
      .insert(seasons)
      .values({
        _id: `${id}-season-2`,
        clientId,
        ...times,
        sectorId: half._id,
        cropId,
        ...season,
        kcMethod: "single",
        status: "active",
      });
    return planted;
  }

  it("gives one setting of least loss to sectors of a plain panel, and a speed table where the panel changes its speed by angle", async () => {
    for (const speedBySector of [false, true]) {
      const id = `sectors-${speedBySector}`;
      const { clientId } = await twoHalves(id, { pivot: { speedBySector }, soil: { infiltrationMmH: 200 } });
      const { irrigation } = openIrrigation(database(), MORNING);
      await irrigation.settle();
      const given = (await recommendationsOf(irrigation, clientId)).filter(({ action }) => action === "irrigate");
      expect(given).toHaveLength(2);
      const percents = new Set(given.map(({ percent, passes }) => `${passes} × ${percent}`));
      expect(percents.size).toBe(speedBySector ? 2 : 1);
      if (speedBySector) expect(given[0]?.shares?.map(({ fromDeg }) => fromDeg)).toEqual([0, 180]);
      else expect(given.some(({ replaces }) => replaces?.why === "shared-setting")).toBe(true);
    }
  });

  it("passes dry over the ground of a table's circle without a sector in season", async () => {
    const { clientId, sectorId } = await field("bare-half", { pivot: { speedBySector: true } });
    await database().update(pivotSectors).set({ angleEnd: 180 }).where(eq(pivotSectors._id, sectorId));
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    expect(given?.shares).toMatchObject([
      { sectorIds: [sectorId], fromDeg: 0, toDeg: 180, percent: given?.percent, grossMm: given?.grossMm },
      { sectorIds: [], fromDeg: 180, toDeg: 360, percent: null, grossMm: 0 },
    ]);
  });

  it("decides a machine's other sectors without one that is contradicted, in the same answer", async () => {
    const { clientId, sectorId } = await twoHalves("half-blocked", { soil: { infiltrationMmH: 200 } });
    const { irrigation, clock } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const byId = async () => new Map((await recommendationsOf(irrigation, clientId)).map((one) => [one.sectorId, one]));
    const other = (await byId()).get("half-blocked-sector-2");
    const detected = { _id: "half-d", clientId, ...times, sectorId, date: TODAY, estimatedMm: 30 };
    await database()
      .insert(detections)
      .values({ ...detected, evidence: "probe", risePoints: 5, state: "open" });
    const shown = await byId();
    expect(shown.get(sectorId)?.blockedBy).toBe("contradicted");
    const alone = shown.get("half-blocked-sector-2");
    expect(alone).toMatchObject({ action: "irrigate", replaces: null });
    expect(alone?.grossMm).not.toBe(other?.grossMm);
    // The following decision is the same.
    clock.moment = new Date(clock.moment.getTime() + 60_000);
    await irrigation.settle();
    expect((await byId()).get("half-blocked-sector-2")?.grossMm).toBe(alone?.grossMm);
  });

  it("names the soil as the limit of a shared run too", async () => {
    const unlike = { plantingDate: FROM, initialMoisturePct: 90 };
    const { clientId } = await twoHalves("tight", { soil: { infiltrationMmH: 8 } }, unlike);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const given = await recommendationsOf(irrigation, clientId);
    expect(given.map(({ action }) => action)).toEqual(["irrigate", "irrigate"]);
    for (const card of given) {
      expect(card.leftMm ?? 0).toBeGreaterThan(5);
      expect(card.reasons.find(({ key }) => key === "panelLimit")?.value).toBe("soil");
      expect(card.reasons.map(({ key }) => key)).toContain("passLimit");
    }
  });

  it("reports a machine that cannot keep up by its daily depth", async () => {
    await addForecast(database(), (await field("keeps")).farmId, TODAY, Array(7).fill({ eto: 5 }));
    const fast = await adviceOf("fast", { pivot: { flowM3h: 250 } });
    expect(fast.given.cannotKeepUp).toBe(false);
    const slow = await adviceOf("slow", { pivot: { flowM3h: 90 } });
    expect(slow.given.cannotKeepUp).toBe(true);
    expect(reason(slow.given, "capacity")).toBeCloseTo(((90 * 21) / 502.65) * 0.85, 1);
  });

  it("does not change p or the status because of one cool day", async () => {
    const warm = await adviceOf("warm");
    const cool = await adviceOf("cool", { weather: (date) => (date === addDays(TODAY, -1) ? { eto: 2 } : {}) });
    const afd = async (one: typeof warm) =>
      (await one.irrigation.decisions.overview({ clientIds: [one.clientId] })).states[0]?.last?.raw ?? 0;
    expect(Math.abs((await afd(cool)) / (await afd(warm)) - 1)).toBeLessThan(0.1);
  });
});

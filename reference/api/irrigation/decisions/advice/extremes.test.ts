import { addDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { recordChanged } from "../../../core/record-changed.ts";
import { pivotSectors, soils, waterPermits } from "../../../schema/farms.ts";
import { pivotRuns, seasons, waterings } from "../../../schema/irrigation.ts";
import { tariffs } from "../../../schema/settings.ts";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  type FieldOptions,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  TODAY,
  times,
  watering,
} from "../../testing/field.ts";

describeDatabases("advice at its limits", (database) => {
  const field = (id: string, more: Partial<FieldOptions> = {}) => plantSeason(database(), id, more);

  async function adviceOf(id: string, more: Partial<FieldOptions> = {}, now = MORNING) {
    const planted = await field(id, more);
    const opened = openIrrigation(database(), now);
    await opened.irrigation.settle();
    const { recommendations, plans } = await opened.irrigation.decisions.overview({ clientIds: [planted.clientId] });
    return { ...planted, ...opened, given: [...recommendations.values()], plan: plans[0] };
  }

  const permit = (farm: { clientId: string; farmId: string }, more: Partial<typeof waterPermits.$inferInsert>) =>
    database()
      .insert(waterPermits)
      .values({ _id: `${farm.farmId}-permit`, ...times, ...farm, pivotIds: [], number: "1", m3Month: 0, ...more });

  it("counts the hours of a permit's day over all of its runs, and those of the run in progress", async () => {
    const { clientId, farmId, sectorIds } = await field("day-hours", { sectors: 2 });
    await permit({ clientId, farmId }, { hoursDay: 12 });
    const row = (index: number, from: string, to: string) => ({
      ...watering({ clientId, sectorId: sectorIds[0] ?? "" }, `day-hours-w${index}`, `${TODAY}T${from}:00Z`, 1),
      end: new Date(`${TODAY}T${to}:00Z`),
      hours: 2,
      volumeM3: 360,
    });
    // Midnight is at 03:00 UTC: three runs of two hours until 06:00 local time.
    await database()
      .insert(waterings)
      .values([row(1, "03:00", "05:00"), row(2, "05:00", "07:00"), row(3, "07:00", "09:00")]);
    const { irrigation } = openIrrigation(database(), MORNING);
    const { permits, hoursToday } = await irrigation.permitLimits(new Map([[farmId, clientId]]), new Date(MORNING));
    expect(hoursToday.get("day-hours-pivot-1")).toBeCloseTo(6, 5);
    expect(permits[0]?.hoursUsedToday).toBeCloseTo(6, 5);
    const endAt = Date.parse(MORNING);
    const running = new Map([["day-hours-pivot-2", { from: endAt - HOUR_MS, to: endAt }]]);
    const during = await irrigation.permitLimits(new Map([[farmId, clientId]]), new Date(MORNING), running);
    expect(during.permits[0]?.hoursUsedToday).toBeCloseTo(7, 5);
    expect(during.recorded[0]?.hoursUsedToday).toBeCloseTo(6, 5);
  });

  it("counts the hours that a permit allows in the look-ahead, the capacity and the plan", async () => {
    const free = await adviceOf("permit-free");
    const { clientId, farmId, sectorId, irrigation, events } = await adviceOf("permit-hours");
    await permit({ clientId, farmId }, { hoursDay: 8 });
    await events.emit("record", recordChanged("WaterPermit", { clientId, recordId: `${farmId}-permit` }));
    await irrigation.settle();
    const { recommendations, plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const card = recommendations.get(sectorId);
    const value = (given: typeof card, key: string) => Number(given?.reasons.find((one) => one.key === key)?.value);
    expect(value(card, "capacity")).toBeCloseTo((value(free.given[0], "capacity") * 8) / 21, 1);
    expect(value(card, "lookAhead")).toBeGreaterThan(1.5 * value(free.given[0], "lookAhead"));
    expect(card?.cannotKeepUp).toBe(true);
    // The soil is dry: the run begins this morning, for the hours of the permit, and continues tomorrow.
    const [item] = plans[0]?.items ?? [];
    expect(item?.startAt.slice(0, 13)).toBe(MORNING.slice(0, 13));
    expect(item?.pauses?.[0]?.from).toBe(new Date(Date.parse(item?.startAt ?? "") + 8 * HOUR_MS).toISOString());
    expect(card?.reasons.map(({ key }) => key)).toContain("permitHours");
  });

  it("gives no run under a permit without hours, and says that they are the reason", async () => {
    const { clientId, farmId, sectorId } = await field("no-hours");
    await permit({ clientId, farmId }, { hoursDay: 0 });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { recommendations, plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    expect(plans[0]?.items).toEqual([]);
    const reasons = recommendations.get(sectorId)?.reasons ?? [];
    expect(reasons).toContainEqual(
      expect.objectContaining({ key: "permitHours", value: 0, unit: "h", source: "permit", at: null }),
    );
    expect(reasons.map(({ key }) => key)).not.toContain("noRoom");
  });

  it("looks no run ahead under a permit without hours", async () => {
    const wet = { weather: (date: string) => ({ rain: date < addDays(TODAY, -2) ? 9 : 0 }) };
    const { given } = await adviceOf("wet-hours", wet);
    const { clientId, farmId } = await field("wet-no-hours", wet);
    await permit({ clientId, farmId }, { hoursDay: 0 });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { recommendations } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const [card] = recommendations.values();
    expect(given[0]?.action).toBe("wait");
    expect(card).toMatchObject({ action: "wait", cannotKeepUp: true });
    expect(card?.reasons.find(({ key }) => key === "capacity")?.value).toBe(0);
  });

  it("keeps a run within the last day of its permit, and says what it leaves", async () => {
    const { clientId, farmId, sectorId } = await field("permit-end");
    await permit({ clientId, farmId }, { validUntil: TODAY });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { recommendations, plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const [item] = plans[0]?.items ?? [];
    expect(Date.parse(item?.endAt ?? "")).toBeLessThanOrEqual(Date.parse(`${addDays(TODAY, 1)}T03:00:00Z`));
    const reasons = recommendations.get(sectorId)?.reasons ?? [];
    expect(reasons.find(({ key }) => key === "permitEnds")).toMatchObject({ value: item?.volumeM3, unit: "m3" });
  });

  it("gives no run to a permit that is used up at noon, and says so on the card", async () => {
    const { clientId, farmId, sectorId } = await field("noon");
    await permit({ clientId, farmId }, { m3Month: 2000 });
    const used = {
      ...watering({ clientId, sectorId }, "noon-w", `${TODAY}T03:00:00Z`, 4),
      end: new Date(`${TODAY}T14:00:00Z`),
      hours: 11,
      volumeM3: 1980,
    };
    const noon = `${TODAY}T15:00:00Z`;
    await database().insert(waterings).values(used);
    const { irrigation } = openIrrigation(database(), noon);
    await irrigation.settle();
    const { recommendations, plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const card = recommendations.get(sectorId);
    expect(card).toMatchObject({ action: "irrigate", startAt: null, hoursToday: 0 });
    expect(card?.reasons.map(({ key }) => key)).toContain("permitUsedUp");
    expect(plans[0]?.items).toEqual([]);
  });

  it("counts the water of a run in progress against the month of its permit", async () => {
    const { clientId, farmId, sectorIds } = await field("m3", { sectors: 2 });
    await permit({ clientId, farmId }, { m3Month: 1500 });
    const endAt = Date.parse(MORNING);
    const own = { startAt: endAt - 6 * HOUR_MS, endAt, volumeM3: 1080, sweptDeg: 90 };
    const run = { ...own, sectors: { [sectorIds[0] ?? ""]: own }, isMeasured: true, percentTime: 40 * 6 * HOUR_MS };
    await database()
      .insert(pivotRuns)
      .values({ pivotId: "m3-pivot-1", until: new Date(endAt), run });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    // 420 m³ are left, and the run in progress takes them: 18 h more at 180 m³/h.
    expect(plans[0]?.items.map(({ pivotId }) => pivotId)).toEqual(["m3-pivot-1"]);
    const out = plans[0]?.unplaced.find(({ pivotId }) => pivotId === "m3-pivot-2");
    expect(
      out?.reasons.map(({ key }) => key).filter((key) => key.startsWith("permit") || key === "noRoom"),
    ).not.toEqual([]);
  });

  it("counts a run over the end of a month against both months of its permit", async () => {
    // The 30th of April, 07:10 in São Paulo; 2000 m³ were pumped on the 2nd.
    const [lastDay, used] = ["2026-04-30", `2026-04-02T12:00:00Z`];
    const fieldOf = (id: string) => field(id, { to: addDays(lastDay, -1) });
    const months = async (id: string, more: Partial<typeof waterPermits.$inferInsert>) => {
      const { clientId, farmId, sectorId } = await fieldOf(id);
      await permit({ clientId, farmId }, more);
      await database()
        .insert(waterings)
        .values({
          ...watering({ clientId, sectorId }, `${id}-w`, used, 4),
          end: new Date("2026-04-02T23:00:00Z"),
          hours: 11,
          volumeM3: 2000,
        });
      const { irrigation, clock } = openIrrigation(database(), `${lastDay}T10:10:00Z`);
      await irrigation.settle();
      const look = () => irrigation.decisions.overview({ clientIds: [clientId] });
      const { plans, recommendations } = await look();
      clock.moment = new Date("2026-05-01T03:30:00Z");
      return { item: plans[0]?.items[0], card: recommendations.get(sectorId), atMidnight: (await look()).plans[0] };
    };
    const midnight = Date.parse("2026-05-01T03:00:00Z");
    // 1800 m³ of April are left: ten hours, of which a start at 07:10 takes whole half hours, and then those of May.
    const volume = await months("month-m3", { m3Month: 3800 });
    expect(volume.item?.startAt).toBe("2026-04-30T10:10:00.000Z");
    expect(volume.item?.pauses?.[0]).toEqual({
      from: "2026-04-30T20:00:00.000Z",
      to: expect.stringMatching(/^2026-05-01T03:/),
    });
    expect(volume.card?.reasons.find(({ key }) => key === "permitMonth")?.value).toBeLessThanOrEqual(1800);
    expect(Date.parse(volume.item?.endAt ?? "")).toBeGreaterThan(midnight);
    // The plan of the 30th is the same half an hour after midnight.
    expect(volume.atMidnight?.items[0]).toEqual(volume.item);
    const days = await months("month-days", { daysMonth: 1 });
    expect(days.card?.reasons.map(({ key }) => key)).toContain("permitDays");
    expect(Date.parse(days.card?.startAt ?? "")).toBeGreaterThanOrEqual(midnight);
  });

  it("keeps a machine within its own hours of the day, those that it ran before included", async () => {
    const { clientId, farmId, sectorId } = await field("own-hours", { pivot: { maxHoursDay: 8 } });
    const used = {
      ...watering({ clientId, sectorId }, "own-hours-w", `${TODAY}T03:00:00Z`, 2),
      end: new Date(`${TODAY}T09:00:00Z`),
      hours: 6,
      volumeM3: 1080,
    };
    await database().insert(waterings).values(used);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const [item] = plans[0]?.items ?? [];
    if (!item) throw new Error(`nothing planned for ${farmId}`);
    const midnight = Date.parse(`${addDays(TODAY, 1)}T03:00:00Z`);
    const pauses = (item.pauses ?? []).reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(Date.parse(to), midnight) - Date.parse(from)),
      0,
    );
    const today = Math.max(0, Math.min(Date.parse(item.endAt), midnight) - Date.parse(item.startAt)) - pauses;
    expect(today / HOUR_MS).toBeLessThanOrEqual(2);
  });

  it("asks for no water that a crop cannot use before a harvest that has its day", async () => {
    const tomorrow = await adviceOf("harvest", { season: { harvestDate: addDays(TODAY, 1) } });
    expect(tomorrow.given[0]?.netMm ?? 0).toBeLessThan(13);
    expect(tomorrow.given[0]?.reasons.map(({ key }) => key)).toContain("limit-harvest");
    const today = await adviceOf("harvest-today", { season: { harvestDate: TODAY } });
    expect(today.given[0]).toMatchObject({ action: "none", grossMm: null });
    const far = await adviceOf("harvest-far", { season: { harvestDate: addDays(TODAY, 100) } });
    expect(far.given[0]?.netMm ?? 0).toBeGreaterThan(25);
  });

  it("prices a run over midnight and a change of tariff by its hours", async () => {
    const { clientId, sectorId } = await field("midnight", { pivot: { maxHoursDay: 24, flowM3h: 600 } });
    const days = [0, 1, 2, 3, 4, 5, 6];
    const windows = [
      { days, from: "21:30", to: "06:00", kind: "reserved" as const, brlKwh: 0.1 },
      { days, from: "18:00", to: "21:00", kind: "peak" as const, brlKwh: 3 },
      { days, from: "06:00", to: "18:00", kind: "offpeak" as const, brlKwh: 0.5 },
      { days, from: "21:00", to: "21:30", kind: "offpeak" as const, brlKwh: 0.5 },
    ];
    await database()
      .insert(tariffs)
      .values({ ...times, _id: "midnight-t", clientId, name: "Verde", windows });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { recommendations, plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const card = recommendations.get(sectorId);
    const [item] = plans[0]?.items ?? [];
    if (!item || !card) throw new Error("nothing planned");
    // Minute by minute: 100 kW, and no hour in the peak.
    let [brl, minutes] = [0, 0];
    const paused = (at: number) =>
      (item.pauses ?? []).some(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to));
    for (let at = Date.parse(item.startAt); at < Date.parse(item.endAt); at += 60_000) {
      if (paused(at)) continue;
      const clock = ((at - 3 * HOUR_MS) % (24 * HOUR_MS)) / HOUR_MS;
      const price = clock >= 21.5 || clock < 6 ? 0.1 : clock >= 18 && clock < 21 ? 3 : 0.5;
      expect(price, `at ${clock} h`).toBeLessThan(1);
      brl += (100 * price) / 60;
      minutes += 1;
    }
    expect(minutes / 60).toBeCloseTo((item.hoursToday ?? 0) + (item.hoursLeft ?? 0), 1);
    expect(Math.abs(brl - (item.totalCostBrl ?? 0)) / brl).toBeLessThan(0.03);
    expect(card.costBrl).toBe(item.totalCostBrl);
  });

  it("gives the true end of a slow run in progress, days ahead, the better the farther it is", async () => {
    const { clientId, sectorId } = await field("slow-run");
    const startAt = Date.parse(MORNING);
    const { irrigation, clock } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const endAfter = async (hours: number, sweptDeg: number) => {
      const endAt = startAt + hours * HOUR_MS;
      const own = { startAt, endAt, volumeM3: 180 * hours, sweptDeg };
      const run = { ...own, sectors: { [sectorId]: own }, isMeasured: true, percentTime: 10 * hours * HOUR_MS };
      const row = { pivotId: "slow-run-pivot-1", until: new Date(endAt), run };
      await database().insert(pivotRuns).values(row).onConflictDoUpdate({ target: pivotRuns.pivotId, set: row });
      clock.moment = new Date(endAt);
      const { plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
      const item = plans[0]?.items.find(({ underWay }) => underWay);
      expect((item?.hoursToday ?? 0) + (item?.hoursLeft ?? 0)).toBeGreaterThan(24);
      return (Date.parse(item?.endAt ?? "") - startAt) / HOUR_MS;
    };
    // A degree in ten minutes is not exact; a tenth of the circle in ten hours is.
    expect(await endAfter(1 / 6, 1)).toBeCloseTo(60, 0);
    expect(await endAfter(10, 36)).toBeCloseTo(100, 1);
  });

  it("estimates three days without ETo from the day before, and gives nothing while they are the last ones", async () => {
    const silent = { eto: null, etoMethod: null, missing: ["tMax", "tMin"] };
    const gap = await adviceOf("eto-gap", {
      weather: (date) => (date >= addDays(TODAY, -5) && date < addDays(TODAY, -2) ? silent : {}),
    });
    const rows = await gap.irrigation.balances.rows(gap.sectorId, addDays(TODAY, -6), addDays(TODAY, -2));
    expect(rows.map(({ eto, origin }) => [eto, origin])).toEqual([
      [5, "measured"],
      [5, "estimated"],
      [5, "estimated"],
      [5, "estimated"],
      [5, "measured"],
    ]);
    expect(gap.given[0]?.action).toBe("irrigate");
    const last = await adviceOf("eto-last", { weather: (date) => (date >= addDays(TODAY, -3) ? silent : {}) });
    expect(last.given[0]).toMatchObject({ action: "nodata", blockedBy: "stale-weather", grossMm: null });
    expect(last.plan?.items).toEqual([]);
  });

  it("drains what a storm brings beyond the deficit, and asks for nothing", async () => {
    const storm = await adviceOf("storm", { weather: (date) => (date === addDays(TODAY, -1) ? { rain: 80 } : {}) });
    const [row] = await storm.irrigation.balances.rows(storm.sectorId, addDays(TODAY, -1), addDays(TODAY, -1));
    expect(row).toMatchObject({ dr: 0, rain: 80, status: "excess" });
    expect(row?.dp).toBeGreaterThan(20);
    expect(storm.given[0]?.action).not.toBe("irrigate");
  });

  it("follows a change of the soil from the day of planting", async () => {
    const { soilId, clientId, sectorId, irrigation, events, given } = await adviceOf("soil");
    const before = await irrigation.balances.rows(sectorId, addDays(TODAY, -1), addDays(TODAY, -1));
    const layers = [{ depthCm: 100, fcPct: 20, wpPct: 14 }];
    await database().update(soils).set({ layers }).where(eq(soils._id, soilId));
    await events.emit("record", recordChanged("Soil", { clientId, recordId: soilId, after: { layers } }));
    const [now] = await recommendationsOf(irrigation, clientId);
    const after = await irrigation.balances.rows(sectorId, addDays(TODAY, -1), addDays(TODAY, -1));
    expect(after[0]?.taw).toBeCloseTo((before[0]?.taw ?? 0) * (6 / 14), 1);
    expect(after[0]?.dr ?? 0).toBeLessThanOrEqual(after[0]?.taw ?? 0);
    expect(now?.grossMm ?? 0).toBeLessThan(given[0]?.grossMm ?? 0);
  });

  it("gives soils of sand and of sealed clay passes that they take in, in hours that exist", async () => {
    const sand = await adviceOf("sand", {
      soil: { layers: [{ depthCm: 100, fcPct: 6, wpPct: 3 }], infiltrationMmH: 150 },
    });
    const clay = await adviceOf("sealed", { soil: { infiltrationMmH: 1 }, pivot: { slopePct: 6 } });
    for (const { given, plan } of [sand, clay]) {
      const [one] = given;
      expect(one?.action).toBe("irrigate");
      expect(one?.depthPerPassMm ?? 0).toBeGreaterThan(0);
      expect(one?.depthPerPassMm ?? 99).toBeLessThanOrEqual(25);
      expect(plan?.items.every(({ startAt, endAt }) => startAt < endAt)).toBe(true);
    }
    expect(sand.given[0]?.grossMm ?? 0).toBeLessThanOrEqual(18 / 0.85 + 0.5);
  });

  it("asks for the soil where the stored one holds what no soil holds", async () => {
    const { given } = await adviceOf("hollow", { soil: { layers: [{ depthCm: 100, fcPct: 24, wpPct: 23.99 }] } });
    expect(given[0]).toMatchObject({ action: "nodata", blockedBy: "soil-range" });
  });

  it("does not wait for rain that a run needs first, and keeps the day's own rain out of the deficit", async () => {
    const { clientId, farmId } = await field("shower");
    await addForecast(database(), farmId, TODAY, [{ rain: 3, rainProbPct: 90 }, {}, {}, {}, {}, {}, {}]);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    expect((await recommendationsOf(irrigation, clientId))[0]?.action).toBe("irrigate");
  });

  it("asks nothing of a crop past its curve, and puts it behind those that need water", async () => {
    const { clientId } = await field("over", { from: addDays(TODAY, -205) });
    await plantSeason(database(), "over-young", { clientId });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const given = await recommendationsOf(irrigation, clientId);
    const over = given.find(({ sectorId }) => sectorId === "over-sector-1");
    expect(over?.reasons.map(({ key }) => key)).toContain("harvestPending");
    expect(over).toMatchObject({ action: "none", hoursToCritical: null, waitCostBrl: 0, priority: 2 });
  });

  it("continues the advice for a perennial past its curve, and asks for the end of its year", async () => {
    // Coffee: roots that do not grow, and a year that ended five days ago.
    const { given, irrigation, sectorId } = await adviceOf("coffee", {
      from: addDays(TODAY, -205),
      crop: { rootIniCm: 60, rootMaxCm: 60, kcIni: 0.9, kcMid: 0.95, kcEnd: 0.95 },
    });
    expect(given[0]?.action).toBe("irrigate");
    expect(given[0]?.waitCostBrl).toBeGreaterThan(0);
    expect(given[0]?.reasons.map(({ key }) => key)).toContain("harvestPending");
    const [row] = await irrigation.balances.rows(sectorId, addDays(TODAY, -1), addDays(TODAY, -1));
    expect(row).toMatchObject({ stage: "after", status: "stress" });
  });

  it("counts what a stage cannot use as lost where sectors share one setting", async () => {
    const { clientId, soilId, cropId } = await field("ripe", { soil: { infiltrationMmH: 200 } });
    const half = { _id: "ripe-sector-2", pivotId: "ripe-pivot-1", name: "B", angleStart: 180, angleEnd: 360, soilId };
    const own = { clientId, ...times };
    await database().update(pivotSectors).set({ angleEnd: 180 }).where(eq(pivotSectors._id, "ripe-sector-1"));
    await database()
      .insert(pivotSectors)
      .values({ ...half, ...own });
    const season = { cropId, plantingDate: addDays(TODAY, -40), initialMoisturePct: 100, kcMethod: "single" as const };
    const ripe = { ...season, sectorId: half._id, harvestDate: addDays(TODAY, 1), status: "active" as const };
    await database()
      .insert(seasons)
      .values({ _id: "ripe-season-2", ...own, ...ripe });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const given = await recommendationsOf(irrigation, clientId);
    const [green, last] = ["ripe-sector-1", half._id].map((id) => given.find(({ sectorId }) => sectorId === id));
    expect(last?.reasons.map(({ key }) => key)).toContain("limit-harvest");
    // The common depth is less than the first sector's own, and the second one says what is too much for it.
    expect(green?.grossMm ?? 0).toBe(last?.grossMm);
    expect(green?.grossMm ?? 0).toBeLessThan((green?.replaces?.grossMm ?? 0) - 5);
    expect(last?.replaces?.excessMm ?? 0).toBeGreaterThan(10);
  });

  it("says for a failed wait a depth that the soil of a stressed crop has room for", async () => {
    const { clientId, farmId, sectorId } = await field("stressed");
    await addForecast(database(), farmId, TODAY, [{}, { rain: 20, rainProbPct: 90 }, {}, {}, {}, {}, {}]);
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [card] = await recommendationsOf(irrigation, clientId);
    if (!card?.waitUntil) throw new Error("no wait");
    const { withoutRain = [] } = (await irrigation.decisions.projection(sectorId)) ?? {};
    const then = withoutRain.find(({ date }) => date === addDays(card.waitUntil ?? "", -1))?.dr ?? 0;
    // Whole percents of the panel add at most a few millimetres.
    expect(0.85 * (card.otherwiseMm ?? 0)).toBeGreaterThanOrEqual(then - 0.5);
    expect(0.85 * (card.otherwiseMm ?? 0)).toBeLessThan(then * 1.07);
  });

  it("blames no soil for what drip leaves within the longest record", async () => {
    const slow = await adviceOf("drip", { pivot: { kind: "drip", flowM3h: 60, efficiencyPct: 92 } });
    const keys = slow.given[0]?.reasons.map(({ key }) => key);
    expect(keys).toContain("deficitLeft");
    expect(keys).not.toContain("panelLimit");
    expect(keys).not.toContain("passLimit");
  });
});

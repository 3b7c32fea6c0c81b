import { addDays, farmDays, farmMoment } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { RunFigures } from "@lamina/shared/records/run-figures";
import type { ManagementReport } from "@lamina/shared/views/report";
import { ConsumptionReport, ManagementReport as ManagementSchema } from "@lamina/shared/views/report";
import { and, eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import type { Database } from "../../core/database/open.ts";
import { describeDatabases } from "../../irrigation/testing/databases.ts";
import { openIrrigation, plantField, times, watering } from "../../irrigation/testing/field.ts";
import { outOfServices, pivotSectors, pivots, waterPermits } from "../../schema/farms.ts";
import { adjustments, balances, recommendations, waterings } from "../../schema/irrigation.ts";
import { tariffs } from "../../schema/settings.ts";
import { devices, sensors } from "../../schema/telemetry.ts";
import { upsertSensorTypes } from "../../telemetry/sensor-types/store.ts";
import type { HourAggregate } from "../../telemetry/service.ts";
import { createReports } from "./service.ts";

const FROM = "2026-02-01";
const LAST = "2026-05-20";
const NOW = new Date("2026-05-21T12:00:00Z");

let fieldNumber = 0;

/** A season with rain, waterings every fifth day and one adjustment, computed until yesterday. */
async function season(database: Database, sectors = 1) {
  const field = await plantField(database, {
    id: `report-${++fieldNumber}`,
    from: FROM,
    to: LAST,
    sectors,
    weather: (_date, index) => ({ rain: index % 11 === 3 ? 38 : index % 7 === 0 ? 4 : 0, eto: 3 + (index % 4) }),
    season: { initialMoisturePct: 60 },
  });
  const days = farmDays(FROM, LAST);
  await database.insert(waterings).values(
    field.sectorIds.flatMap((sectorId) =>
      days
        .filter((_, index) => index % 5 === 2)
        .map((date) => ({
          ...watering({ ...field, sectorId }, `${sectorId}-${date}`, `${date}T23:00:00Z`, 14),
          volumeM3: 1800,
          percent: 30,
          hours: 10,
        })),
    ),
  );
  await database.insert(adjustments).values({
    ...times,
    _id: `${field.sectorId}-adjustment`,
    clientId: field.clientId,
    sectorId: field.sectorId,
    date: "2026-03-10",
    drMm: 9,
    reason: "Sonda diz menos",
    userName: "ana",
  });
  const { irrigation } = openIrrigation(database, NOW.toISOString());
  await irrigation.balances.markStale(field.sectorIds, FROM);
  await irrigation.settle();
  return field;
}

describeDatabases("reports", (database) => {
  let metered: HourAggregate[] = [];
  const telemetry = {
    hourAggregates: async (ids: readonly string[]) => metered.filter(({ sensorId }) => ids.includes(sensorId)),
  };
  const reports = () => createReports({ database: database(), clock: { now: () => NOW }, telemetry });
  const management = (clientId: string, from = FROM, to = LAST) =>
    reports().management(programCaller([clientId]), { ID: clientId, from, to });
  const only = ({ sectors }: ManagementReport) => {
    const [sector] = sectors;
    if (sector === undefined) throw new Error("no sector");
    return sector;
  };

  it("has the day and the depth of a recommendation to wait", async () => {
    const { clientId, sectorId } = await season(database());
    const date = "2026-04-02";
    const recommendation = { action: "wait", waitUntil: "2026-04-04", otherwiseMm: 5.2 } as Recommendation;
    await database().delete(recommendations).where(eq(recommendations.sectorId, sectorId));
    await database()
      .insert(recommendations)
      .values({ sectorId, date, computedAt: new Date(`${date}T10:00:00Z`), askedMm: 0, recommendation });
    const { rows } = only(ManagementSchema.parse(await management(clientId, date, "2026-04-03")));
    expect(rows.map(({ waitUntil = null, otherwiseMm = null }) => [waitUntil, otherwiseMm])).toEqual([
      ["2026-04-04", 5.2],
      [null, null],
    ]);
  });

  it("has the stored money of each recommendation, and a total that pays each mm once", async () => {
    const { clientId, sectorId } = await season(database());
    const days = ["2026-04-01", "2026-04-02", "2026-04-03", "2026-04-04"];
    const brlMm = 20;
    const given = (date: string, grossMm: number) => ({
      sectorId,
      date,
      computedAt: new Date(`${date}T10:00:00Z`),
      askedMm: grossMm,
      recommendation: { action: "irrigate", grossMm, percent: 30, passes: 1 } as Recommendation,
    });
    const run = (grossMm: number): RunFigures => ({
      grossMm,
      passes: 2,
      depthPerPassMm: grossMm / 2,
      percent: 40,
      hoursRev: 30,
      hours: 30,
      hoursToday: 10,
      costBrl: grossMm * brlMm,
      costTodayBrl: (grossMm * brlMm) / 3,
    });
    // The first has no plan. The need of the second day is recommended again on the third, with 3 mm more.
    const depths = [0, 10, 13, 15];
    await database().delete(waterings).where(eq(waterings.clientId, clientId));
    await database().delete(recommendations).where(eq(recommendations.sectorId, sectorId));
    await database()
      .insert(recommendations)
      .values(
        days.map((date, index) => ({
          ...given(date, depths[index] ?? 0),
          run: index === 1 || index === 2 ? run(depths[index] ?? 0) : null,
        })),
      );
    const quiet = { rainEff: 0, irrGross: 0, recommendedMm: 0 };
    await database().update(balances).set(quiet).where(eq(balances.sectorId, sectorId));
    for (const [index, date] of days.entries())
      await database()
        .update(balances)
        .set({ recommendedMm: depths[index] ?? 0 })
        .where(and(eq(balances.sectorId, sectorId), eq(balances.date, date)));
    const report = ManagementSchema.parse(await management(clientId, days[0], days.at(-1)));
    const { rows, totals } = only(report);
    expect(rows).toMatchObject([
      { recommendedBrl: 0, requiredBrl: 0 },
      { recommendedBrl: 200, recommendedTodayBrl: expect.closeTo(66.7, 1), requiredBrl: 200, passes: 2, percent: 40 },
      { recommendedBrl: 260, requiredMm: expect.closeTo(3), requiredBrl: expect.closeTo(60) },
      { recommendedBrl: null, requiredBrl: null, percent: 30 },
    ]);
    expect(totals.requiredBrl).toBeCloseTo(rows.reduce((sum, { requiredBrl }) => sum + (requiredBrl ?? 0), 0));
    expect(totals.unpricedDays).toBe(1);
    expect(report.summary?.totals.requiredBrl).toBeCloseTo(totals.requiredBrl ?? 0);
    expect(only(await management(clientId, days[3], days[3])).totals).toMatchObject({
      requiredBrl: null,
      unpricedDays: 1,
    });
  });

  it("closes the water balance of the whole season and of any part of it, with roots and adjustments", async () => {
    const { clientId } = await season(database());
    const whole = only(ManagementSchema.parse(await management(clientId)));
    expect(whole.rows.length).toBe(farmDays(FROM, LAST).length);
    expect(whole.closure.rootGrowthMm).toBeGreaterThan(10);
    expect(whole.closure.adjustedMm).not.toBe(0);
    expect(whole.closure.balanceMm).not.toBeCloseTo(whole.closure.deltaMm, 0);
    expect(Math.abs(whole.closure.errorMm)).toBeLessThan(0.1);
    for (const [from, to] of [
      [FROM, FROM],
      ["2026-03-05", "2026-03-12"],
      ["2026-05-20", "2026-05-20"],
    ] as const) {
      const part = only(await management(clientId, from, to));
      expect(part.rows.map(({ date }) => date)).toEqual(farmDays(from, to));
      expect(Math.abs(part.closure.errorMm)).toBeLessThan(0.1);
    }
  });

  it("has totals that are the sums of its rows, and the indices of these", async () => {
    const { clientId } = await season(database());
    const { rows, totals } = only(await management(clientId));
    for (const field of [
      "eto",
      "etc",
      "etcAdj",
      "rain",
      "rainEff",
      "irrNet",
      "dp",
      "adjustedMm",
      "appliedMm",
      "requiredMm",
    ] as const)
      expect(totals[field]).toBeCloseTo(
        rows.reduce((sum, row) => sum + row[field], 0),
        6,
      );
    expect(totals.appliedMm).toBeCloseTo(14 * 22, 6);
    const lostMm = rows.reduce((sum, { dp, irrNet }) => sum + Math.min(dp, irrNet), 0);
    expect(lostMm).toBeGreaterThan(0);
    expect(lostMm).toBeLessThan(totals.dp);
    expect(totals.efficiencyPct).toBeCloseTo((100 * (totals.appliedMm - lostMm)) / totals.appliedMm, 6);
    expect(totals.stressDays).toBe(rows.filter(({ ks }) => ks < 1).length);
    expect(totals.stressLossMm).toBeCloseTo(totals.etc - totals.etcAdj, 6);
  });

  it("names the days out of service of machine and intake, by the farm's days, apart from those without irrigation", async () => {
    const { clientId, sectorId } = await season(database());
    const [site] = await database()
      .select({ pivotId: pivotSectors.pivotId, farmId: pivots.farmId, waterSourceId: pivots.waterSourceId })
      .from(pivotSectors)
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .where(eq(pivotSectors._id, sectorId));
    if (!site) throw new Error("no sector");
    const record = { ...times, clientId, active: true, farmId: site.farmId, userName: "Ana" };
    await database()
      .insert(outOfServices)
      .values([
        {
          ...{ ...record, _id: `${sectorId}-broken`, pivotId: site.pivotId, reason: "broken" as const },
          // In the farm's zone, 3 h behind UTC: from the evening of the 9th to the morning of the 12th.
          ...{ from: new Date("2026-03-10T01:00:00Z"), until: new Date("2026-03-12T10:00:00Z") },
        },
        {
          ...{ ...record, _id: `${sectorId}-before`, pivotId: site.pivotId, reason: "pump" as const },
          ...{ from: new Date("2026-03-01T01:00:00Z"), until: new Date("2026-03-05T03:00:00Z") },
        },
      ]);
    const { rows, totals, outages } = only(ManagementSchema.parse(await management(clientId, "2026-03-05", LAST)));
    const out = rows.filter(({ outOfService }) => outOfService);
    expect(out.map(({ date, outOfService }) => [date, outOfService])).toEqual(
      ["2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12"].map((date) => [date, "broken"]),
    );
    expect(outages?.map(({ reason, userName }) => [reason, userName])).toEqual([["broken", "Ana"]]);
    expect(totals).toMatchObject({ outDays: 4, outStressDays: out.filter(({ ks }) => ks < 1).length });
  });

  it("counts a recommendation once until it is applied, in a season and in its parts", async () => {
    const { clientId, sectorId } = await season(database());
    // 14 mm are applied on every fifth day from the third on. Each is recommended from the day before, and 2 mm more on
    // the day itself; rain is set to 0.
    await database().update(balances).set({ recommendedMm: 0, rainEff: 0 }).where(eq(balances.sectorId, sectorId));
    const askedOn = (remainder: number, recommendedMm: number) =>
      database()
        .update(balances)
        .set({ recommendedMm })
        .where(
          inArray(
            balances.date,
            farmDays(FROM, LAST).filter((_, index) => index % 5 === remainder),
          ),
        );
    await askedOn(1, 14);
    await askedOn(2, 16);
    const { rows, totals } = only(await management(clientId));
    // First 14, then 2 more, of which 14 are applied: 2 remain open, so that only 12 of the next 14 are new. 22 times.
    expect(rows.slice(0, 8).map(({ requiredMm }) => requiredMm)).toEqual([0, 14, 2, 0, 0, 0, 12, 2]);
    expect(totals.requiredMm).toBeCloseTo(16 + 21 * 14, 6);
    expect(totals.appliedMm).toBeCloseTo(22 * 14, 6);
    expect(totals.adequacyPct).toBeCloseTo((100 * 308) / 310, 6);
    const [first, second] = [
      only(await management(clientId, FROM, "2026-03-09")),
      only(await management(clientId, "2026-03-10", LAST)),
    ];
    expect(first.totals.requiredMm + second.totals.requiredMm).toBeCloseTo(totals.requiredMm, 6);
  });

  it("gives the same totals without its rows, and sectors one by one", async () => {
    const { clientId, sectorIds } = await season(database(), 2);
    const query = { ID: clientId, from: "2026-03-05", to: "2026-04-20" };
    const caller = programCaller([clientId]);
    const full = await reports().management(caller, query);
    const brief = ManagementSchema.parse(await reports().management(caller, { ...query, rows: "none" }));
    expect(brief.sectors).toEqual(full.sectors.map((sector) => ({ ...sector, rows: [] })));
    expect(full.sectors.map(({ days, rows }) => [days, rows.length])).toEqual([
      [47, 47],
      [47, 47],
    ]);
    const one = await reports().management(caller, { ...query, sectorId: sectorIds[1] });
    expect(one.sectors).toEqual(full.sectors.slice(1));
  });

  it("comes in pages, the first one with the totals of all", async () => {
    const { clientId, sectorIds } = await season(database(), 2);
    const caller = programCaller([clientId]);
    const query = { ID: clientId, from: "2020-01-01", to: LAST };
    // More than half a page of days a sector, so that each sector is a page.
    const first = ManagementSchema.parse(await reports().management(caller, query));
    expect(first.sectors.map(({ sectorId }) => sectorId)).toEqual([sectorIds[0]]);
    const area = first.sectors[0]?.areaHa ?? 0;
    expect(first.summary).toMatchObject({
      sections: 2,
      areaHa: expect.closeTo(2 * area, 6),
      appliedM3: expect.closeTo(2 * area * 22 * 14 * 10, 3),
      totals: { appliedMm: expect.closeTo(22 * 14, 6), stressDays: 2 * (first.sectors[0]?.totals.stressDays ?? -1) },
    });
    const second = await reports().management(caller, { ...query, after: first.next ?? "" });
    const gone = reports().management(caller, { ...query, after: "a sector that was deleted" });
    await expect(gone).rejects.toMatchObject({ statusCode: 400 });
    expect(second.sectors.map(({ sectorId }) => sectorId)).toEqual([sectorIds[1]]);
    expect([second.summary, second.next]).toEqual([null, null]);
    expect((await reports().management(caller, { ...query, rows: "none" })).sectors).toHaveLength(2);
  });

  it("gives each day's depth, setting and reason", async () => {
    const { clientId } = await season(database());
    const { rows, ...head } = only(await management(clientId));
    expect(rows.find(({ date }) => date === addDays(FROM, 2))).toMatchObject({
      appliedMm: 14,
      percent: 30,
      hoursRev: expect.closeTo(31.8, 0),
    });
    expect(rows.find(({ date }) => date === "2026-03-10")?.note).toBe("Sonda diz menos");
    expect(head).toMatchObject({
      cropName: "Milho",
      plantingDate: FROM,
      pivotName: "Pivô 01",
      efficiencyPct: 85,
      fcPct: 32,
      wpPct: 18,
    });
  });

  it("shows a sector without a season as empty", async () => {
    const { clientId } = await season(database());
    const empty = only(await management(clientId, "2025-01-01", "2025-01-31"));
    expect(empty).toMatchObject({
      rows: [],
      cropName: null,
      closure: { errorMm: 0 },
      totals: { etc: 0, adequacyPct: null },
    });
  });

  it("is rejected for an invalid period, and for another's client, pivot or farm", async () => {
    const own = await season(database());
    const other = await season(database());
    await expect(management(own.clientId, "2026-02-30", LAST)).rejects.toMatchObject({ statusCode: 400 });
    await expect(management(own.clientId, LAST, FROM)).rejects.toMatchObject({ statusCode: 400 });
    const query = { ID: own.clientId, from: FROM, to: LAST };
    await expect(reports().management(programCaller([other.clientId]), query)).rejects.toMatchObject({
      statusCode: 404,
    });
    const pivotId = `${other.clientId.replace("-client", "")}-pivot-1`;
    await expect(reports().management(programCaller([own.clientId]), { ...query, pivotId })).rejects.toMatchObject({
      statusCode: 404,
    });
    const blind = programCaller([own.clientId]);
    const elsewhere = new Map([[own.clientId, { permissions: blind.permissions, farmIds: ["outra"] }]]);
    expect(await reports().management({ ...blind, clients: elsewhere }, query)).toMatchObject({ sectors: [] });
    expect(
      await reports().consumption({ ...blind, clients: elsewhere }, { ID: own.clientId, year: 2026 }),
    ).toMatchObject({ rows: [], permits: [] });
    const powerless = new Map([[own.clientId, { permissions: [], farmIds: [] }]]);
    await expect(
      reports().consumption({ ...blind, clients: powerless }, { ID: own.clientId, year: 2026 }),
    ).rejects.toMatchObject({ statusCode: 403 });
  });

  it("sums water, energy and cost of each month by the hours of pumping", async () => {
    const { clientId } = await season(database());
    await database()
      .insert(tariffs)
      .values({
        ...times,
        _id: `${clientId}-tariff`,
        clientId,
        name: "Verde",
        windows: [
          { days: [0, 1, 2, 3, 4, 5, 6], from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.1 },
          { days: [0, 1, 2, 3, 4, 5, 6], from: "18:00", to: "21:00", kind: "peak", brlKwh: 3 },
          { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.5 },
        ],
      });
    const report = ConsumptionReport.parse(
      await reports().consumption(programCaller([clientId]), { ID: clientId, year: 2026 }),
    );
    expect(report.rows.map(({ month }) => month)).toEqual(["2026-02", "2026-03", "2026-04", "2026-05"]);
    const m3 = report.rows.reduce((sum, row) => sum + row.m3, 0);
    expect(m3).toBeCloseTo(22 * 1800, 6);
    // 20:00 to 06:00: an hour of peak, half an hour off-peak, and the reserved night.
    const year = (amount: (row: (typeof report.rows)[number]) => number | null | undefined) =>
      report.rows.reduce((sum, row) => sum + (amount(row) ?? 0), 0);
    expect(year(({ hours }) => hours)).toBeCloseTo(22 * 10, 6);
    expect(year(({ brl }) => brl?.peak)).toBeCloseTo(22 * 100 * 3, 6);
    expect(year(({ brl }) => brl?.offpeak)).toBeCloseTo(22 * 0.5 * 100 * 0.5, 6);
    expect(year(({ brl }) => brl?.reserved)).toBeCloseTo(22 * 8.5 * 100 * 0.1, 6);
    // A run over the end of the month is in both.
    const march = report.rows[1];
    expect((march?.hours ?? 0) % 10).toBeCloseTo(6, 6);
    expect(march?.brlTotal).toBeCloseTo(
      (march?.brl?.peak ?? 0) + (march?.brl?.offpeak ?? 0) + (march?.brl?.reserved ?? 0),
      6,
    );
    expect(march).toMatchObject({ flowM3h: expect.closeTo(180, 6), origin: "estimated" });
    expect(march?.kwh).toBeCloseTo((march?.hours ?? 0) * 100, 6);
    expect(march?.mm).toBeCloseTo((march?.m3Ha ?? 0) / 10, 6);
    const days = { ID: clientId, from: "2026-03-01", to: "2026-03-31" };
    expect((await reports().consumption(programCaller([clientId]), days)).rows).toEqual([march]);
    await expect(reports().consumption(programCaller([clientId]), { ID: clientId })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it("marks a month as measured or not, with its share of the permit", async () => {
    const { clientId, farmId } = await season(database());
    await database()
      .update(waterings)
      .set({ source: "telemetry", measured: true })
      .where(eq(waterings.clientId, clientId));
    await database()
      .insert(waterPermits)
      .values({
        ...times,
        _id: `${clientId}-permit`,
        clientId,
        farmId,
        pivotIds: [],
        number: "123/2025",
        m3Month: 10_000,
        hoursDay: 18,
        daysMonth: 20,
      });
    const { rows, permits } = await reports().consumption(programCaller([clientId]), { ID: clientId, year: 2026 });
    expect(new Set(rows.map(({ origin }) => origin))).toEqual(new Set(["measured"]));
    expect(permits.map(({ month }) => month)).toEqual(rows.map(({ month }) => month));
    expect(permits[1]).toMatchObject({
      usedM3: expect.closeTo(rows[1]?.m3 ?? 0, 6),
      usedPct: expect.closeTo((rows[1]?.m3 ?? 0) / 100, 6),
      pivotIds: [rows[1]?.pivotId],
      projectedM3: null,
      limitHoursDay: 18,
      limitDays: 20,
    });
    await database().update(waterPermits).set({ daysMonth: 31 }).where(eq(waterPermits.clientId, clientId));
    const longer = await reports().consumption(programCaller([clientId]), { ID: clientId, year: 2026 });
    const limits = longer.permits.map(({ month, limitDays }) => [month, limitDays]);
    expect(limits).toContainEqual(["2026-04", 30]);
    expect(limits).toContainEqual(["2026-05", 31]);
    const may = permits.at(-1);
    expect(may?.projectedM3).toBeCloseTo(((may?.usedM3 ?? 0) / (20 + 9 / 24)) * 31, 6);
  });

  it("prefers a system's flow meter to all other sources", async () => {
    const { clientId, farmId } = await season(database());
    await upsertSensorTypes(database(), NOW);
    const ids = { _id: `${clientId}-meter`, clientId, ...times };
    await database()
      .insert(devices)
      .values({
        ...ids,
        farmId,
        pivotId: `${clientId.replace("-client", "")}-pivot-1`,
        sensorTypeId: "flow-meter",
        serial: ids._id,
        intervalMin: 60,
        maintenance: false,
      });
    await database()
      .insert(sensors)
      .values({ ...ids, deviceId: ids._id, variable: "flow", unit: "m³/h", calibA: 0, calibB: 1 });
    // March without a gap: 100 m³/h for ten hours of three days, whatever was recorded.
    const march = farmDays("2026-03-01", "2026-03-31").flatMap((date) =>
      Array.from({ length: 24 }, (_, index) => {
        const hour = new Date(farmMoment(date, "00:00", "America/Sao_Paulo") + index * HOUR_MS);
        const flow = ["2026-03-04", "2026-03-09", "2026-03-20"].includes(date) && index < 10 ? 100 : 0;
        return { sensorId: ids._id, hour, count: 4, sum: 4 * flow, min: flow, max: flow };
      }),
    );
    metered = march;
    const { rows } = await reports().consumption(programCaller([clientId]), { ID: clientId, year: 2026 });
    expect(rows.map(({ month, origin, knownBy }) => [month, origin, knownBy])).toEqual([
      ["2026-02", "estimated", "hours"],
      ["2026-03", "measured", "meter"],
      ["2026-04", "estimated", "hours"],
      ["2026-05", "estimated", "hours"],
    ]);
    expect(rows[1]).toMatchObject({ m3: 3000, hours: 30, flowM3h: 100 });
    // Both: the counted water by source, and the recorded water.
    expect(rows[1]?.sources).toEqual({ meterM3: 3000, panelM3: 0, hoursM3: 0 });
    for (const { m3, sources } of rows)
      expect((sources?.meterM3 ?? 0) + (sources?.panelM3 ?? 0) + (sources?.hoursM3 ?? 0)).toBeCloseTo(m3);
    expect(rows[0]?.recordedM3).toBeCloseTo(rows[0]?.m3 ?? 0);

    metered = march.map((hour) => ({ ...hour, sum: 0, min: 0, max: 0 }));
    const dry = await reports().consumption(programCaller([clientId]), { ID: clientId, year: 2026 });
    expect(dry.rows[1]).toMatchObject({ month: "2026-03", m3: 0, recordedM3: rows[1]?.recordedM3 });
    expect(dry.rows[1]?.recordedM3).toBeGreaterThan(0);
  });

  it("excludes waterings that were only planned, or have not begun", async () => {
    const { clientId, sectorId } = await season(database());
    const before = await reports().consumption(programCaller([clientId]), { ID: clientId, year: 2026 });
    await database()
      .insert(waterings)
      .values([
        {
          ...watering({ clientId, sectorId }, `${sectorId}-plan`, "2026-05-19T12:00:00Z"),
          volumeM3: 999,
          source: "plan",
        },
        { ...watering({ clientId, sectorId }, `${sectorId}-later`, "2026-05-22T12:00:00Z"), volumeM3: 999 },
      ]);
    expect(await reports().consumption(programCaller([clientId]), { ID: clientId, year: 2026 })).toEqual(before);
  });
});

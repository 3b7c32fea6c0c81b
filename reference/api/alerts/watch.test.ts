import { addDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { ConfigFields } from "@lamina/shared/records/config";
import type { Variable } from "@lamina/shared/records/telemetry";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Database } from "../core/database/open.ts";
import { recordChanged } from "../core/record-changed.ts";
import { describeDatabases } from "../irrigation/testing/databases.ts";
import { times, watering } from "../irrigation/testing/field.ts";
import { alertRules } from "../schema/alerts.ts";
import { outOfServices, pivotSectors, waterPermits } from "../schema/farms.ts";
import { balances, pivotRuns, recommendations, seasons, waterings } from "../schema/irrigation.ts";
import { configs } from "../schema/settings.ts";
import { devices, sensors } from "../schema/telemetry.ts";
import { forecastDays } from "../schema/weather.ts";
import { upsertSensorTypes } from "../telemetry/sensor-types/store.ts";
import { loadFarmTree } from "./observe/farm-tree.ts";
import { watchedFarm } from "./testing/watched-farm.ts";
import { createDivergenceWatch } from "./watch/divergence.ts";

type Farm = Awaited<ReturnType<typeof watchedFarm>>;
type Program = ReturnType<Farm["startProgram"]>;

const TODAY = "2026-05-14";

let farmNumber = 0;

/** A station that reported a minute ago, with a sensor of each variable. */
async function addStation(database: Database, farm: Farm, change: Partial<typeof devices.$inferInsert> = {}) {
  await upsertSensorTypes(database, farm.clock.at);
  const _id = `${farm.farmId}-station-${crypto.randomUUID()}`;
  const lastSeen = new Date(farm.clock.at.getTime() - 60_000);
  const own = { ...times, clientId: farm.clientId, farmId: farm.farmId };
  await database.insert(devices).values({
    ...own,
    _id,
    sensorTypeId: "weather-station",
    name: "Estação da sede",
    serial: _id.slice(-40),
    intervalMin: 15,
    maintenance: false,
    lastSeen,
    ...change,
  });
  const variables: Variable[] = ["airTemp", "airHum", "wind", "rain"];
  await database.insert(sensors).values(
    variables.map((variable) => ({
      ...times,
      _id: `${_id}-${variable}`,
      clientId: farm.clientId,
      deviceId: _id,
      variable,
      unit: "u",
      calibA: 0,
      calibB: 1,
    })),
  );
  return { _id, serial: _id.slice(-40) };
}

async function measure(farm: Farm, { telemetry }: Program, serial: string, variable: Variable, value: number) {
  const at = new Date(farm.clock.at.getTime() - 30_000);
  const reply = await telemetry.ingest(
    { serial, readings: [{ variable, date: at.toISOString(), value }] },
    farm.clock.at,
  );
  expect(reply).toMatchObject({ accepted: 1 });
}

const balanceRow = (farm: Farm, date: string, change: Partial<typeof balances.$inferInsert>) => ({
  ...{ sectorId: farm.sectorId, seasonId: `${farm.sectorId}-season`, date, dae: 30, stage: "mid", kc: 1, rootCm: 40 },
  ...{
    eto: 5,
    etc: 5,
    etcAdj: 5,
    ks: 1,
    rain: 0,
    rainEff: 0,
    irrGross: 0,
    irrNet: 0,
    taw: 60,
    p: 0.5,
    raw: 30,
    dr: 20,
  },
  ...{ dp: 0, storagePct: 66, adjustedMm: 0, status: "ok" as const, origin: "measured" as const },
  state: { day: 30, dr: 20, de: 0, rootM: 0.4, heightM: 1, fw: 1 },
  ...change,
});

describeDatabases("alerts on situations of a farm", (database) => {
  const farmOf = () => watchedFarm(database(), `watch-${++farmNumber}`);
  /** Open alerts, as type and text. */
  const openAlerts = async (farm: Farm) =>
    (await farm.inboxRows())
      .filter(({ resolvedAt }) => resolvedAt === null)
      .map(({ type, message }) => [type, message])
      .sort();
  const texts = async (farm: Farm) => (await openAlerts(farm)).map(([, message]) => message);

  it("raises an alarm when a machine moves that is out of service, until it stops or is back", async () => {
    const farm = await farmOf();
    const { alerts } = farm.startProgram();
    const { clientId, farmId, pivotId } = farm;
    const out = { ...times, _id: `${pivotId}-out`, clientId, farmId, pivotId, reason: "maintenance" as const };
    await database()
      .insert(outOfServices)
      .values({ ...out, from: farm.clock.at });
    await farm.say(1, { running: false });
    await farm.say(2, { running: true, wet: false, angleDeg: 90 });
    farm.advance(3);
    await alerts.settleAll();
    expect(await openAlerts(farm)).toContainEqual([
      "runs-out-of-service",
      expect.stringMatching(/^Pivô 01 está ligada em 90°.*, mas consta fora de serviço$/),
    ]);
    await database().update(outOfServices).set({ until: farm.clock.at }).where(eq(outOfServices._id, out._id));
    await alerts.settleAll();
    expect((await openAlerts(farm)).map(([type]) => type)).not.toContain("runs-out-of-service");
  });

  it("says with stress the day, and the depth without rain, of a recommendation to wait", async () => {
    const farm = await farmOf();
    const { alerts } = farm.startProgram();
    const yesterday = addDays(TODAY, -1);
    await database()
      .insert(balances)
      .values([balanceRow(farm, addDays(TODAY, -2), {}), balanceRow(farm, yesterday, { status: "stress", dr: 31 })]);
    const recommendation = { action: "wait", waitUntil: addDays(TODAY, 1), otherwiseMm: 5 };
    await database()
      .insert(recommendations)
      .values({
        sectorId: farm.sectorId,
        date: TODAY,
        computedAt: farm.clock.at,
        recommendation: recommendation as never,
      });
    await alerts.settleAll();
    const [text] = await texts(farm);
    expect(text).toMatch(/^Pivô 01 entrou em estresse.*, AFD de 30 mm; aguardar até 15\/05; se não chover, 5 mm$/);
  });

  it("raises stress of a sector, with the day, until the sector leaves it", async () => {
    const farm = await farmOf();
    const { alerts } = farm.startProgram();
    const days = [-4, -3, -2, -1].map((offset) => addDays(TODAY, offset));
    await database()
      .insert(balances)
      .values(
        days.map((date, index) =>
          balanceRow(farm, date, index < 2 ? {} : { status: "stress", dr: 30 + index * 2.25, ks: 0.9 }),
        ),
      );
    await alerts.settleAll();
    expect(await texts(farm)).toEqual(["Pivô 01 entrou em estresse em 12/05: déficit de 36,8 mm, AFD de 30 mm"]);
    farm.advance(24 * 60);
    await database()
      .insert(balances)
      .values(balanceRow(farm, TODAY, { status: "excess", dr: 0, dp: 7.4 }));
    await alerts.settleAll();
    expect(await texts(farm)).toEqual(["Pivô 01 com excesso de água em 14/05: 7,4 mm percolados"]);
    farm.advance(24 * 60);
    await database()
      .insert(balances)
      .values(balanceRow(farm, addDays(TODAY, 1), {}));
    await alerts.settleAll();
    expect(await texts(farm)).toEqual([]);
  });

  it("ignores a balance that ended long ago", async () => {
    const farm = await farmOf();
    await database()
      .insert(balances)
      .values(balanceRow(farm, addDays(TODAY, -9), { status: "stress", dr: 40 }));
    await farm.startProgram().alerts.settleAll();
    expect(await texts(farm)).toEqual([]);
  });

  it("raises pivots to irrigate today, all sectors in one alert, again each day", async () => {
    const farm = await farmOf();
    await database()
      .insert(pivotSectors)
      .values({
        ...times,
        _id: `${farm.sectorId}-b`,
        clientId: farm.clientId,
        pivotId: farm.pivotId,
        name: "Setor B",
        angleStart: 180,
        angleEnd: 360,
        soilId: farm.soilId,
      });
    /** A recommendation of two passes; the sector has half of the circle. */
    const say = async (sectorId: string, date: string, depthPerPassMm: number, percent: number) => {
      const [passes, areaHa] = [2, 25.133];
      const grossMm = passes * depthPerPassMm;
      const recommendation = {
        ...{ sectorId, date, action: "irrigate", blockedBy: null, reasons: [], costBrl: null },
        ...{ grossMm, passes, depthPerPassMm, percent, hoursRev: 12, hoursTotal: 6, volumeM3: 10 * areaHa * grossMm },
        computedAt: farm.clock.at.toISOString(),
      };
      await database()
        .insert(recommendations)
        .values({ sectorId, date, computedAt: farm.clock.at, recommendation: recommendation as never });
    };
    await database().update(pivotSectors).set({ angleEnd: 180 }).where(eq(pivotSectors._id, farm.sectorId));
    const [season] = await database().select().from(seasons).where(eq(seasons.sectorId, farm.sectorId));
    if (season === undefined) throw new Error("a season");
    await database()
      .insert(seasons)
      .values({ ...season, _id: `${season._id}-b`, sectorId: `${farm.sectorId}-b` });
    await say(farm.sectorId, TODAY, 12.4, 29);
    await say(`${farm.sectorId}-b`, TODAY, 12.4, 29);
    await say(farm.sectorId, addDays(TODAY, -1), 50, 10);
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    expect(await texts(farm)).toEqual(["Pivô 01 (2 setores): irrigar hoje, 2 × 12,4 mm · 29 % no painel, 12 h"]);
    farm.advance(24 * 60);
    await alerts.settleAll();
    expect(await texts(farm)).toEqual([]);
    await say(farm.sectorId, addDays(TODAY, 1), 14, 25);
    await alerts.settleAll();
    // Without weather of the day before, its card has no run any more.
    expect(await texts(farm)).toEqual(["Pivô 01 · Setor A: irrigar hoje"]);
  });

  it("raises cold, dry air, wind and the day's rain at the station, each until the value is back by the margin", async () => {
    const farm = await farmOf();
    const program = farm.startProgram();
    const { serial } = await addStation(database(), farm);
    for (const [variable, value] of [
      ["airTemp", 2.6],
      ["airHum", 19],
      ["wind", 12],
      ["rain", 12.5],
    ] as const)
      await measure(farm, program, serial, variable, value);
    await program.alerts.settleAll();
    const name = farm.farmId.replace("-farm", "");
    expect(await texts(farm)).toEqual([
      `${name}: geada, 2,6 °C às 08:59`,
      `${name}: umidade do ar em 19 % às 08:59`,
      `${name}: chuva de 12,5 mm hoje até 09:00`,
      `${name}: vento de 43 km/h às 08:59`,
    ]);
    farm.advance(15);
    for (const [variable, value] of [
      ["airTemp", 3.5],
      ["airHum", 23],
      ["wind", 10],
    ] as const)
      await measure(farm, program, serial, variable, value);
    await program.alerts.settleAll();
    expect((await openAlerts(farm)).map(([type]) => type)).toEqual(["frost", "low-humidity", "rain", "wind"]);
    farm.advance(15);
    for (const [variable, value] of [
      ["airTemp", 4.5],
      ["airHum", 26],
      ["wind", 9],
    ] as const)
      await measure(farm, program, serial, variable, value);
    await program.alerts.settleAll();
    expect((await openAlerts(farm)).map(([type]) => type)).toEqual(["rain"]);
    farm.advance(24 * 60);
    await program.alerts.settleAll();
    expect((await openAlerts(farm)).map(([type]) => type)).not.toContain("rain");
  });

  it("ignores stale and out-of-range readings", async () => {
    const farm = await farmOf();
    const program = farm.startProgram();
    const { serial } = await addStation(database(), farm);
    await measure(farm, program, serial, "airHum", 5);
    await measure(farm, program, serial, "airTemp", -60);
    farm.advance(3 * 60);
    await program.alerts.settleAll();
    expect((await openAlerts(farm)).filter(([type]) => type !== "device-silent")).toEqual([]);
  });

  it.each([
    ["its default", undefined, 170],
    ["the client's own", 30, 20],
  ])("ends an alert when its reading is stale by %s limit of age", async (_limit, weatherMin, freshMin) => {
    const farm = await farmOf();
    if (weatherMin !== undefined) {
      const { clientId } = farm;
      const settings = ConfigFields.parse({ staleLimits: { weatherMin, soilMin: 180, pivotMin: 60 } });
      await database()
        .insert(configs)
        .values({ ...settings, ...times, _id: crypto.randomUUID(), clientId });
    }
    const program = farm.startProgram();
    const { serial } = await addStation(database(), farm);
    await measure(farm, program, serial, "wind", 12);
    const open = async () => {
      await program.alerts.settleAll();
      return (await openAlerts(farm)).map(([type]) => type).filter((type) => type !== "device-silent");
    };
    farm.advance(freshMin);
    expect(await open()).toEqual(["wind"]);
    farm.advance(15);
    expect(await open()).toEqual([]);
  });

  it("raises frost of the newest forecast for tonight, not of an older forecast or of next week", async () => {
    const farm = await farmOf();
    const day = (issuedAt: string, date: string, tMin: number) => ({
      farmId: farm.farmId,
      issuedAt: new Date(issuedAt),
      date,
      tMin,
      source: "simulated" as const,
    });
    await database()
      .insert(forecastDays)
      .values([
        day("2026-05-14T06:00:00Z", TODAY, 1),
        day("2026-05-14T09:00:00Z", TODAY, 9),
        day("2026-05-14T09:00:00Z", addDays(TODAY, 1), 2.2),
        day("2026-05-14T09:00:00Z", addDays(TODAY, 5), -2),
      ]);
    await farm.startProgram().alerts.settleAll();
    expect(await texts(farm)).toEqual([
      `${farm.farmId.replace("-farm", "")}: risco de geada em 15/05, mínima prevista de 2,2 °C`,
    ]);
  });

  it("raises silent devices only after the program itself has listened for long enough", async () => {
    const farm = await farmOf();
    const lastSeen = new Date(farm.clock.at.getTime() - 5 * HOUR_MS);
    await addStation(database(), farm, { lastSeen });
    await addStation(database(), farm, { lastSeen, maintenance: true });
    await addStation(database(), farm, { lastSeen: null });
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    expect(await texts(farm)).toEqual([]);
    farm.advance(45);
    await alerts.settleAll();
    expect(await texts(farm)).toEqual(["Estação da sede sem comunicar há 5 h, desde 14/05 às 04:00"]);
    farm.advance(1);
    await farm.startProgram().alerts.settleAll();
    expect(await openAlerts(farm)).toHaveLength(1);
    await database().update(devices).set({ lastSeen: farm.clock.at }).where(eq(devices.farmId, farm.farmId));
    await alerts.settleAll();
    expect(await texts(farm)).toEqual([]);
  });

  it("raises low batteries until they are changed", async () => {
    const farm = await farmOf();
    const { _id } = await addStation(database(), farm, { batteryPct: 18 });
    const { alerts } = farm.startProgram();
    const become = async (batteryPct: number) => {
      await database().update(devices).set({ batteryPct }).where(eq(devices._id, _id));
      await alerts.settleAll();
      return (await openAlerts(farm)).length;
    };
    expect(await become(18)).toBe(1);
    expect(await texts(farm)).toEqual(["Estação da sede com bateria baixa: 18 %"]);
    expect(await become(24)).toBe(1);
    expect(await become(95)).toBe(0);
    expect(await become(19)).toBe(1);
    expect(await farm.inboxRows()).toHaveLength(1);
  });

  it("raises the month's permit at 80 and at 100 %, each once, and again in the next month", async () => {
    const farm = await farmOf();
    await database()
      .insert(waterPermits)
      .values({
        ...times,
        _id: `${farm.farmId}-permit`,
        clientId: farm.clientId,
        farmId: farm.farmId,
        pivotIds: [farm.pivotId],
        number: "77/2024",
        m3Month: 10_000,
      });
    const { alerts, events } = farm.startProgram();
    const { clientId, sectorId } = farm;
    const water = async (id: string, start: string, volumeM3: number) => {
      const row = watering(farm, `${sectorId}-${id}`, start);
      await database()
        .insert(waterings)
        .values({ ...row, volumeM3 });
      const after = { sectorId, start };
      await events.emit("record", recordChanged("Watering", { clientId, recordId: row._id, after }));
    };
    await water("april", "2026-04-29T12:00:00Z", 5_000);
    await water("one", "2026-05-03T12:00:00Z", 7_900);
    await alerts.settleAll();
    expect(await texts(farm)).toEqual([]);
    await water("two", "2026-05-09T12:00:00Z", 600);
    await alerts.settleAll();
    const name = farm.farmId.replace("-farm", "");
    expect(await texts(farm)).toEqual([`${name}: 85 % da outorga 77/2024 usados no mês, 8.500 de 10.000 m³`]);
    await water("three", "2026-05-13T12:00:00Z", 1_700);
    // The inbox is ordered by time, so the second alert must be later.
    farm.advance(1);
    await alerts.settleAll();
    expect((await farm.inboxRows()).map(({ severity }) => severity)).toEqual(["warning", "critical"]);
    farm.advance(20 * 24 * 60);
    await alerts.settleAll();
    expect(await texts(farm)).toEqual([]);
  });

  describe("the end of a permit while its machine waters", () => {
    /** A machine that has watered for two hours, and a permit. */
    async function watering2h(permit: Partial<typeof waterPermits.$inferInsert>, hasRule = true) {
      const farm = await farmOf();
      const { clientId, farmId, pivotId, sectorId } = farm;
      const startAt = farm.clock.at.getTime() - 2 * HOUR_MS;
      const sectors = { [sectorId]: { startAt, endAt: farm.clock.at.getTime(), volumeM3: 360, sweptDeg: 20 } };
      const run = { startAt, endAt: farm.clock.at.getTime(), sweptDeg: 20, sectors, isMeasured: false, percentTime: 0 };
      await database().insert(pivotRuns).values({ pivotId, until: farm.clock.at, run });
      await database()
        .insert(waterPermits)
        .values({
          ...times,
          _id: `${farmId}-p`,
          clientId,
          farmId,
          pivotIds: [pivotId],
          number: "9/26",
          m3Month: 0,
          ...permit,
        });
      const scope = { kind: "pivot" as const, id: pivotId };
      const rule = { ...times, _id: `${farmId}-fim`, clientId, scope, severity: "critical" as const, enabled: true };
      if (hasRule)
        await database()
          .insert(alertRules)
          .values({ ...rule, type: "permit-ended", channels: ["inbox"], repeatMin: 15, stops: true });
      const { alerts } = farm.startProgram();
      /** Its alerts some minutes later, while it still reports. */
      const after = async (minutes: number, state = {}) => {
        farm.advance(minutes);
        await farm.say(0, state);
        await alerts.settleAll();
        return (await farm.inboxRows())
          .filter(({ resolvedAt }) => resolvedAt === null)
          .map(({ message, ruleId }) => [message.replace(/^.*sem outorga: /, ""), ruleId === rule._id]);
      };
      return after;
    }

    it("is its last day, hour, or cubic meter, each once, for a machine with the rule", async () => {
      // 09:00 on the farm.
      const byDate = await watering2h({ validUntil: TODAY });
      expect(await byDate(14 * 60)).toEqual([]);
      expect(await byDate(70)).toEqual([["acabou a validade da outorga 9/26", true]]);
      expect(await byDate(10)).toHaveLength(1);
      expect(await byDate(10, { running: false })).toEqual([]);
      const byHours = await watering2h({ hoursDay: 3 });
      expect(await byHours(55)).toEqual([]);
      expect(await byHours(10)).toEqual([["acabaram as horas do dia da outorga 9/26", true]]);
      // 180 m³/h.
      const byVolume = await watering2h({ m3Month: 450 });
      expect(await byVolume(25)).toEqual([]);
      expect(await byVolume(10)).toEqual([["acabou o volume do mês da outorga 9/26", true]]);
      const byDays = await watering2h({ daysMonth: 1 });
      expect(await byDays(14 * 60)).toEqual([]);
      expect(await byDays(70)).toEqual([["acabaram os dias do mês da outorga 9/26", true]]);
    });

    it("is none without the rule, and none for a run that a person started after it", async () => {
      expect(await (await watering2h({ hoursDay: 1 }, false))(10)).toEqual([]);
      expect(await (await watering2h({ validUntil: addDays(TODAY, -3) }))(10)).toEqual([]);
    });
  });

  it("raises balance and probes that differ by more than the client's limit, compared at most every ten minutes", async () => {
    const farm = await farmOf();
    let asked = 0;
    const state = {
      site: { sector: { _id: farm.sectorId } },
      fresh: true,
      last: { taw: 60 },
      drNow: 18.4,
      settings: { statusMargins: { differencePct: 20 } },
    };
    const watch = createDivergenceWatch({
      states: async () => {
        asked++;
        return [state] as never;
      },
      sensorSummaries: async () => new Map([[farm.sectorId, [{ drMm: 36 }, { drMm: null }, { drMm: 40 }]]]) as never,
    });
    const sites = await loadFarmTree(database(), [farm.clientId]);
    const observed = async (minutes: number) =>
      (await watch(sites, new Date(farm.clock.at.getTime() + minutes * MINUTE_MS))).observations;
    const [found] = await observed(0);
    expect(found).toMatchObject({
      types: ["balance-diverges"],
      limit: 20,
    });
    expect(found?.message()).toBe("Pivô 01: déficit calculado de 18,4 mm, medido de 38 mm");
    expect(found?.value).toBeCloseTo((19.6 / 60) * 100, 6);
    expect(await observed(9)).toEqual([found]);
    expect(asked).toBe(1);
    await observed(10);
    expect(asked).toBe(2);
  });
});

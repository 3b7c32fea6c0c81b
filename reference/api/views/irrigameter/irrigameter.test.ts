import { usedBy } from "@lamina/agronomy/balance/depletion-outlook";
import { stressCoefficient } from "@lamina/agronomy/soil/soil-water";
import { addDays, type FarmDay, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { Balance, Projection } from "@lamina/shared/records/balance";
import { Recommendation } from "@lamina/shared/records/recommendation";
import { SensorSummary } from "@lamina/shared/records/telemetry";
import { Forecast } from "@lamina/shared/views/forecast";
import { Irrigameter, MapHistory, MapView, SectorDetail } from "@lamina/shared/views/irrigameter";
import { MachineDay, MachineDays } from "@lamina/shared/views/machine-day";
import { MapColumns, unpackMap } from "@lamina/shared/views/map-columns";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { describeApi, expectProblem } from "../../../testing/api.ts";
import { addForecast, plantField, times } from "../../irrigation/testing/field.ts";
import { auditEntries } from "../../schema/audit.ts";
import { memberships } from "../../schema/identity.ts";
import { devices, monitors, sensors } from "../../schema/telemetry.ts";

const CLIENT = "demo-santa-clara";
const OTHER = "demo-boa-esperanca";
const TIMEZONE = "America/Sao_Paulo";

describeApi("irrigâmetro", (api) => {
  let token: string;
  let today: FarmDay;
  let field: Awaited<ReturnType<typeof plantField>>;

  beforeAll(async () => {
    token = await api().login("ana");
    today = farmDay(api().clock.now().getTime(), TIMEZONE);
    const { database, services } = api();
    const span = { from: addDays(today, -40), to: addDays(today, -1) };
    field = await plantField(database, { id: "view", clientId: CLIENT, ...span, sectors: 3 });
    await plantField(database, { id: "foreign", clientId: OTHER, ...span });
    await addForecast(database, field.farmId, today, Array(7).fill({ rain: 2, rainProbPct: 40 }));
    await addProbe();
    await services.irrigation.balances.markStale(field.sectorIds, span.from);
    await services.irrigation.settle();
  });

  /** A probe at 20 and 40 cm that has just reported 24 % and, an hour before, less. */
  async function addProbe(): Promise<void> {
    const { database, clock, services } = api();
    const own = { clientId: CLIENT, ...times };
    const device = { farmId: field.farmId, sensorTypeId: "soil-moisture-probe", serial: "VIEW-1", batteryPct: 71 };
    await database
      .insert(devices)
      .values({ _id: "view-probe", ...own, ...device, intervalMin: 15, maintenance: false });
    const depths = [20, 40];
    await database.insert(sensors).values(
      depths.map((depthCm) => ({
        _id: `view-${depthCm}`,
        ...own,
        deviceId: "view-probe",
        variable: "soilMoist" as const,
        unit: "% vol",
        depthCm,
        calibA: 0,
        calibB: 1,
      })),
    );
    await database.insert(monitors).values({
      _id: "view-monitor",
      ...own,
      name: "Sonda",
      sectorId: field.sectorId,
      sensorIds: ["view-20", "view-40"],
      weights: [0.25, 0.75],
      alertIds: [],
    });
    const now = clock.now();
    const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString();
    const readings = [20, 16, 12, 8, 4, 0].flatMap((hoursAgo) =>
      depths.map((depthCm) => ({
        variable: "soilMoist" as const,
        depthCm,
        date: at(hoursAgo),
        value: (depthCm === 20 ? 20 : 24) - hoursAgo / 10,
      })),
    );
    await services.telemetry.ingest({ serial: "VIEW-1", readings }, now);
  }

  const get = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> => {
    const answer = await api().send(path, { token });
    expect({ path, status: answer.status, body: answer.status === 200 ? null : answer.body }).toMatchObject({
      status: 200,
    });
    return schema.parse(answer.body);
  };
  const card = (view: Irrigameter) => {
    const found = view.sectors.find(({ sector }) => sector._id === field.sectorId);
    if (!found) throw new Error("no card");
    return found;
  };

  it("returns the first screen in one call, and the map with the same statuses, water and plan", async () => {
    const view = await get(`/Irrigameter/GetByClientID?ID=${CLIENT}`, Irrigameter);
    const map = await get(`/Map/GetByClientID?ID=${CLIENT}`, MapView);
    const statuses = (sectors: readonly { sector: { _id: string }; status: string; sensorStatus: string }[]) =>
      sectors.map(({ sector, status, sensorStatus }) => [sector._id, status, sensorStatus]);
    expect(statuses(map.sectors)).toEqual(statuses(view.sectors));
    expect(map.sectors.map(({ recommendation }) => recommendation)).toEqual(
      view.sectors.map(({ recommendation }) => recommendation),
    );
    expect(map.plans).toEqual(view.plans);
    const columns = await get(`/Map/GetByClientID?ID=${CLIENT}&form=board`, MapColumns);
    const unpacked = MapView.parse(unpackMap(columns));
    const unexplained = ({ sectors, pivots, ...rest }: MapView) => ({
      ...rest,
      at: null,
      pivots: pivots.map(({ statusAgeMin: _age, ...pivot }) => pivot),
      sectors: sectors.map((one) => ({ ...one, recommendation: { ...one.recommendation, reasons: [] } })),
    });
    expect(unexplained(unpacked)).toEqual(unexplained(map));
    const stored = map.sectors.find(({ sector }) => sector._id === field.sectorId)?.storagePct;
    const { taw = 0 } = card(view).balance ?? {};
    expect(stored).toBeCloseTo(100 * (1 - (card(view).drNowMm ?? 0) / taw), 2);

    const { balance, status, recommendation, drNowMm, seasonDay, seasonDays } = card(view);
    expect(balance).toMatchObject({ date: addDays(today, -1), status });
    expect(drNowMm).toBe(balance?.dr);
    expect({ seasonDay, seasonDays }).toEqual({ seasonDay: 40, seasonDays: 200 });
    expect(recommendation).toMatchObject({ action: "irrigate", blockedBy: null });
    const plan = view.plans.find(({ farmId }) => farmId === field.farmId);
    const planned = [...(plan?.items ?? []), ...(plan?.unplaced ?? [])].map(({ pivotId }) => pivotId);
    expect(planned).toContain("view-pivot-1");
    expect(view.yesterday).toContainEqual({ farmId: field.farmId, date: addDays(today, -1), etoMm: 5, rainMm: 0 });
    // Nothing of another client.
    expect(JSON.stringify(view)).not.toContain("foreign");

    const history = await get(`/Map/GetHistory?ID=${CLIENT}`, MapHistory);
    expect(history.days).toHaveLength(30);
    const own = history.sectors.find(({ sectorId }) => sectorId === field.sectorId);
    expect(history.days.at(-1)).toBe(addDays(today, -1));
    expect(own?.status.at(-1)).toBe(status);
    expect(own?.status).toHaveLength(30);
    expect(JSON.stringify(history)).not.toContain("foreign");
  });

  it("gives the day of each machine, of what changed since, and of one with its panel's report", async () => {
    const view = await get(`/Irrigameter/GetByClientID?ID=${CLIENT}`, Irrigameter);
    const all = await get(`/MachineDay/GetByClientID?ID=${CLIENT}`, MachineDays);
    expect(all.machines).toEqual(view.machines);
    expect(all.since).toBeNull();
    const same = await get(`/MachineDay/GetByClientID?ID=${CLIENT}&since=${all.version}`, MachineDays);
    expect(same).toMatchObject({ version: all.version, since: all.version, machines: [] });
    const { now, ...day } = await get(`/MachineDay/GetByPivotID?ID=view-pivot-1&date=${today}`, MachineDay);
    expect(day).toEqual(view.machines.find(({ pivotId }) => pivotId === "view-pivot-1"));
    expect(now).toMatchObject({ status: null });
    const past = `/MachineDay/GetByPivotID?ID=view-pivot-1&date=${addDays(today, -3)}`;
    expectProblem(await api().send(past, { token }), 404, "not-found");
    const foreign = await api().send("/MachineDay/GetByPivotID?ID=foreign-pivot-1", {
      token: await api().login("bruno"),
    });
    expectProblem(foreign, 404, "not-found");
  });

  it("summarizes the probe's readings against the soil, and their difference from the balance", async () => {
    const summaries = await get(`/SensorSummary/GetByClientID?ID=${CLIENT}`, z.array(SensorSummary));
    const own = summaries.find(({ monitorId }) => monitorId === "view-monitor");
    const shown = card(await get(`/Irrigameter/GetByClientID?ID=${CLIENT}`, Irrigameter));
    const rootCm = shown.balance?.rootCm ?? 0;
    // The depth of 40 cm represents 30 to 50 cm: its weight is the rooted part of that layer.
    expect(rootCm).toBeGreaterThan(30);
    expect(rootCm).toBeLessThan(50);
    const deep = (0.75 * (rootCm - 30)) / 20;
    const [upper, lower] = [0.25 / (0.25 + deep), deep / (0.25 + deep)];
    const meanPct = 20 * upper + 24 * lower;
    expect(own).toMatchObject({ sectorId: field.sectorId, batteryPct: 71, ageMin: 0 });
    expect(own?.meanPct).toBeCloseTo(meanPct, 2);
    expect(own?.profile.map(({ depthCm, value, fcPct, wpPct }) => [depthCm, value, fcPct, wpPct])).toEqual([
      [20, 20, 32, 18],
      [40, 24, 32, 18],
    ]);
    expect(own?.profile[0]?.weight).toBeCloseTo(upper, 3);
    expect(own?.profile[1]?.weight).toBeCloseTo(lower, 3);
    expect(own?.trendPctDay).toBeCloseTo(2.4, 0);
    // Without the use of today, which the balance does not have yet either.
    const { taw = 0, raw = 0 } = shown.balance ?? {};
    const hour = (api().clock.now().getTime() - startOfFarmDay(today, TIMEZONE)) / HOUR_MS;
    const used = stressCoefficient(shown.drNowMm ?? 0, taw, raw) * (shown.etcForecastMm ?? 0) * usedBy(hour);
    expect(own?.drMm).toBeCloseTo(((32 - meanPct) / 100) * 10 * rootCm - used, 0);
    expect(shown.differenceMm).toBeCloseTo((own?.drMm ?? 0) - (shown.drNowMm ?? 0), 0);
    expect(shown.sensorStatus).toBe(own?.status);
  });

  it("shows a sector's past and coming days", async () => {
    const detail = await get(`/Irrigameter/GetSectorDetail?ID=${field.sectorId}`, SectorDetail);
    expect(detail.past).toHaveLength(30);
    expect(detail.past.at(-1)?.date).toBe(addDays(today, -1));
    expect(detail.projection.withRain.map(({ date }) => date)).toEqual(
      Array.from({ length: 7 }, (_, index) => addDays(today, index)),
    );
    expect(detail.rain).toHaveLength(30);
    const range = `from=${addDays(today, -2)}&to=${addDays(today, 1)}`;
    const rows = await get(`/Balance/GetBySectorID?ID=${field.sectorId}&${range}`, z.array(Balance));
    expect(rows.map(({ origin }) => origin)).toEqual(["measured", "measured", "forecast", "forecast"]);
    expect(rows.slice(0, 2)).toEqual(detail.past.slice(-2));
  });

  it("projects the forecast onto each sector of the farm", async () => {
    const forecast = await get(`/Forecast/GetByFarmID?ID=${field.farmId}`, Forecast);
    expect(forecast.daily).toHaveLength(7);
    expect(forecast.sectors.map(({ sectorId }) => sectorId).sort()).toEqual([...field.sectorIds].sort());
    const [sector] = forecast.sectors;
    expect(sector?.withRain[6]?.dr).toBeLessThan(sector?.withoutRain[6]?.dr ?? 0);
    expect(sector?.irrigateOnWithoutRain).toBe(today);
    expect(forecast.verification.map(({ measuredMm, etoMm }) => [measuredMm, etoMm])).toEqual(Array(7).fill([0, 5]));
  });

  it("simulates a depth or a panel setting, and stores nothing", async () => {
    const simulate = async (body: object) =>
      Projection.parse(
        (await api().send("/Irrigameter/Simulate", { token, body: { sectorId: field.sectorId, ...body } })).body,
      );
    const none = await simulate({ grossMm: 0 });
    const deep = await simulate({ grossMm: 10 });
    expect((none.withoutRain[0]?.dr ?? 0) - (deep.withoutRain[0]?.dr ?? 0)).toBeCloseTo(8.5, 1);
    const slow = await simulate({ percent: 20 });
    expect(slow.withoutRain[0]?.irrGross).toBeGreaterThan(10);
    expect(await simulate({ grossMm: 0 })).toEqual(none);
    const neither = await api().send("/Irrigameter/Simulate", { token, body: { sectorId: field.sectorId } });
    expectProblem(neither, 400, "validation");
  });

  it("previews a season from planting to its end", async () => {
    const body = {
      sectorId: field.sectorId,
      cropId: field.cropId,
      plantingDate: addDays(today, -10),
      initialMoisturePct: 50,
    };
    const rows = z.array(Balance).parse((await api().send("/Balance/Preview", { token, body })).body);
    expect(rows).toHaveLength(200);
    expect(rows.map(({ origin }) => origin).slice(8, 19)).toEqual([
      ...Array(2).fill("measured"),
      ...Array(7).fill("forecast"),
      ...Array(2).fill("estimated"),
    ]);
    // The curve: flat to day 20, the mid-season from day 55 on, its end on day 199.
    expect([rows[20]?.kc, rows[21]?.kc !== 0.4, rows[55]?.kc, rows[95]?.kc]).toEqual([0.4, true, 1.2, 1.2]);
    expect([rows[20]?.stage, rows[21]?.stage, rows[96]?.stage]).toEqual(["initial", "development", "late"]);
    const wrong = await api().send("/Balance/Preview", { token, body: { sectorId: field.sectorId, cropId: "?" } });
    expectProblem(wrong, 400, "validation");
    for (const harvestDate of [addDays(today, -11), addDays(today, 4000)]) {
      const answer = await api().send("/Balance/Preview", { token, body: { ...body, harvestDate } });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({ errors: [{ field: "harvestDate" }] });
    }
  });

  it("adjusts the depletion with a stored reason, and recomputes", async () => {
    const sectorId = field.sectorIds[1] ?? "";
    const body = { sectorId, date: addDays(today, -5), drMm: 3, reason: "Tubo lido no campo" };
    expect((await api().send("/Balance/Adjust", { token, body })).body).toEqual({ matchedCount: 1 });
    const range = `from=${addDays(today, -5)}&to=${addDays(today, -4)}`;
    const read = () => get(`/Balance/GetBySectorID?ID=${sectorId}&${range}`, z.array(Balance));
    const rows = await read();
    expect(rows[0]?.dr).toBe(3);
    expect(rows[1]?.dr).toBeLessThan(10);
    const entries = await api()
      .database.select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entity, "Balance"), eq(auditEntries.recordId, sectorId)))
      .orderBy(auditEntries.date);
    expect(entries).toMatchObject([
      {
        userName: "ana",
        reason: "Tubo lido no campo",
        changes: [
          { field: "date", after: body.date },
          { field: "drMm", after: 3 },
        ],
      },
    ]);
    const recompute = await api().send("/Balance/Recompute", { token, body: { sectorId } });
    expect(recompute.body).toEqual({ matchedCount: 1 });
    expect(await read()).toEqual(rows);
    const tooMuch = await api().send("/Balance/Adjust", { token, body: { ...body, drMm: 300 } });
    expectProblem(tooMuch, 400, "validation");
    expect(tooMuch.body).toMatchObject({ errors: [{ field: "drMm", id: "above-capacity" }] });
  });

  it("returns nothing of another's client, of a farm outside the user's, or without the right", async () => {
    const bruno = await api().login("bruno");
    const range = `from=${addDays(today, -3)}&to=${today}`;
    const reads = (clientId: string, sectorId: string, farmId: string) => [
      `/Irrigameter/GetByClientID?ID=${clientId}`,
      `/Map/GetByClientID?ID=${clientId}`,
      `/Recommendation/GetByClientID?ID=${clientId}`,
      `/SensorSummary/GetByClientID?ID=${clientId}`,
      `/Detection/GetByClientID?ID=${clientId}`,
      `/Watering/GetPage?ID=${clientId}`,
      `/Rain/GetPage?ID=${clientId}`,
      `/Irrigameter/GetSectorDetail?ID=${sectorId}`,
      `/Balance/GetBySectorID?ID=${sectorId}&${range}`,
      `/Forecast/GetByFarmID?ID=${farmId}`,
    ];
    for (const path of reads(OTHER, "foreign-sector-1", "foreign-farm"))
      expectProblem(await api().send(path, { token: bruno }), 404, "not-found");
    const writes: [string, object][] = [
      ["/Balance/Adjust", { sectorId: "foreign-sector-1", date: today, drMm: 1, reason: "teste" }],
      ["/Balance/Recompute", { sectorId: "foreign-sector-1" }],
      ["/Balance/Preview", { sectorId: "foreign-sector-1" }],
      ["/Irrigameter/Simulate", { sectorId: "foreign-sector-1", grossMm: 1 }],
      ["/Watering/Import", { clientId: OTHER, key: "abcdefgh", rows: [{}] }],
      ["/Rain/Import", { clientId: OTHER, key: "abcdefgh", rows: [{}] }],
    ];
    const answers = [];
    for (const [path, body] of writes) answers.push((await api().send(path, { token: bruno, body })).status);
    // A caller without the right is rejected before any lookup.
    expect(answers.every((status) => status === 404 || status === 403)).toBe(true);

    const { database } = api();
    const own = and(eq(memberships.userId, "demo-bruno"), eq(memberships.clientId, CLIENT));
    await database
      .update(memberships)
      .set({ farmIds: ["demo-fazenda-buriti"] })
      .where(own);
    const view = Irrigameter.parse(
      (await api().send(`/Irrigameter/GetByClientID?ID=${CLIENT}`, { token: bruno })).body,
    );
    expect(new Set(view.farms.map(({ _id }) => _id))).toEqual(new Set(["demo-fazenda-buriti"]));
    expect(view.sectors.every(({ sector }) => !field.sectorIds.includes(sector._id))).toBe(true);
    expectProblem(
      await api().send(`/Irrigameter/GetSectorDetail?ID=${field.sectorId}`, { token: bruno }),
      404,
      "not-found",
    );
    await database.update(memberships).set({ farmIds: [] }).where(own);

    const carla = await api().login("carla");
    const body = { sectorId: field.sectorId, date: addDays(today, -1), drMm: 1, reason: "teste" };
    expectProblem(await api().send("/Balance/Adjust", { token: carla, body }), 403, "forbidden");
  });

  it("shows an irrigation at once on every screen", async () => {
    const sectorId = field.sectorIds[2] ?? "";
    const start = new Date(startOfFarmDay(today, TIMEZONE)).toISOString();
    const body = { clientId: CLIENT, sectorId, start, grossMm: 90 };
    expect((await api().send("/Watering/Insert", { token, body })).status).toBe(200);
    const view = await get(`/Irrigameter/GetByClientID?ID=${CLIENT}`, Irrigameter);
    const map = await get(`/Map/GetByClientID?ID=${CLIENT}`, MapView);
    const recommendations = await get(`/Recommendation/GetByClientID?ID=${CLIENT}`, z.array(Recommendation));
    const shown = view.sectors.find(({ sector }) => sector._id === sectorId);
    expect(shown).toMatchObject({ drNowMm: 0, irrigation24Mm: 90 });
    expect(["ok", "excess"]).toContain(shown?.status);
    expect(map.sectors.find(({ sector }) => sector._id === sectorId)?.status).toBe(shown?.status);
    expect(recommendations.find((one) => one.sectorId === sectorId)?.action).not.toBe("irrigate");
  });
});

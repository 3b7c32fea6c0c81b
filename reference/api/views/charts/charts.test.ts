import { ChartData, Sources } from "@lamina/shared/views/sources";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { memberships } from "../../schema/identity.ts";

const SANTA_CLARA = "demo-santa-clara";
const BOA_ESPERANCA = "demo-boa-esperanca";

describeApi("charts", (api) => {
  let ana: string;
  let bruno: string;
  beforeAll(async () => {
    ana = await api().login("ana");
    bruno = await api().login("bruno");
  });
  const giveBruno = (farmIds: string[]) =>
    api().database.update(memberships).set({ farmIds }).where(eq(memberships.userId, "demo-bruno"));
  afterEach(() => giveBruno([]));

  const ask = (clientId: string, token: string) => api().send(`/Source/GetByClientID?ID=${clientId}`, { token });
  const sourcesOf = async (clientId: string, token = ana) => Sources.parse((await ask(clientId, token)).body);
  const chart = (token: string, query: Record<string, string>) => {
    const range = { from: "2026-05-01T03:00:00.000Z", to: "2026-05-03T03:00:00.000Z", step: "day" };
    return api().send(`/Chart/GetSeries?${new URLSearchParams({ ...range, ...query })}`, { token });
  };

  it("lists the sensors, with their soil", async () => {
    const { farms, stations, monitors } = await sourcesOf(SANTA_CLARA);
    expect(farms.map(({ name }) => name)).toEqual(["Fazenda Buriti", "Fazenda Rio de Ondas"]);
    expect(farms.every(({ rainNormalMm, seasons }) => rainNormalMm?.length === 12 && seasons.length > 0)).toBe(true);
    const own = stations.find(({ _id }) => _id === farms[0]?.stationDeviceId);
    // An Ecowitt station sends the rain as a running total.
    const variables = ["airTemp", "airHum", "rainTotal"];
    expect(own?.sensors.map(({ variable }) => variable)).toEqual(expect.arrayContaining(variables));
    expect(monitors.length).toBeGreaterThan(0);
    for (const { sensors, p } of monitors) {
      expect(sensors.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
      expect(sensors.every(({ fcPct, wpPct }) => fcPct > wpPct)).toBe(true);
      expect(p === null || (p > 0 && p < 1)).toBe(true);
    }
  });

  it("returns a whole chart at once", async () => {
    const { monitors } = await sourcesOf(SANTA_CLARA);
    const [monitor] = monitors;
    const ids = monitor?.sensors.map(({ _id }) => _id) ?? [];
    const answer = await chart(ana, {
      IDs: ids.join(","),
      farmId: monitor?.farmId ?? "",
      sectorId: monitor?.sectorId ?? "",
    });
    const { series } = ChartData.parse(answer.body);
    expect(series.map(({ sensorId }) => sensorId)).toEqual(ids);
  });

  it("returns nothing of another's client, sensors, farms and sectors", async () => {
    const other = await sourcesOf(BOA_ESPERANCA);
    const own = (await sourcesOf(SANTA_CLARA, bruno)).stations[0]?.sensors[0]?._id ?? "";
    expect((await ask(BOA_ESPERANCA, bruno)).status).toBe(404);
    expect((await chart(bruno, { IDs: own })).status).toBe(200);
    expect((await chart(bruno, { IDs: other.stations[0]?.sensors[0]?._id ?? "" })).status).toBe(404);
    expect((await chart(bruno, { IDs: own, farmId: other.farms[0]?._id ?? "" })).status).toBe(404);
    expect((await chart(bruno, { IDs: own, sectorId: other.monitors[0]?.sectorId ?? "" })).status).toBe(404);
    expect((await chart(bruno, { IDs: own, sectorId: "none" })).status).toBe(404);
  });

  it("shows a user only their own farms", async () => {
    const all = await sourcesOf(SANTA_CLARA);
    const [given, hidden] = all.farms;
    await giveBruno([given?._id ?? ""]);
    const seen = await sourcesOf(SANTA_CLARA, bruno);
    expect(seen.farms.map(({ _id }) => _id)).toEqual([given?._id]);
    expect([...seen.stations, ...seen.monitors].every(({ farmId }) => farmId === given?._id)).toBe(true);
    const beyond = all.stations.find(({ farmId }) => farmId === hidden?._id)?.sensors[0]?._id ?? "";
    expect((await chart(bruno, { IDs: beyond })).status).toBe(404);
  });
});

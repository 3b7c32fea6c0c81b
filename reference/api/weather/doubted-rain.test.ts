import { addDays, type FarmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { Recommendation } from "@lamina/shared/records/recommendation";
import { WeatherDaily, WeatherQuality } from "@lamina/shared/records/weather";
import { expect, it } from "vitest";
import * as z from "zod";
import { describeApi } from "../../testing/api.ts";
import { type Measured, plantStation, ZONE } from "./testing/station.ts";

const DAYS = 4;

/** Rain of a day by the hour of the day, mm, with fractions; `ago` counts the days before today. */
type Rain = (ago: number, hour: number, step: number) => number | undefined;

describeApi("rain that cannot be believed", (api) => {
  let number = 0;

  async function plant(rain: Rain, { minutes = 60, gauges = [] as Rain[] } = {}) {
    const id = `doubt-${++number}`;
    const now = api().clock.now().getTime();
    const all = ["airTemp", "airHum", "wind", "rad", "rain"] as const;
    const { clientId, farmId, sectorId, today, send, addDevice, addReadings } = await plantStation(api(), {
      ...{ id, days: DAYS, variables: all, device: { intervalMin: minutes } },
      crop: { kcIni: 1, kcMid: 1, kcEnd: 1 },
    });
    for (const index of gauges.keys())
      await addDevice(`${id}-g${index}`, ["rain"], { sensorTypeId: "rain-gauge", intervalMin: minutes });

    async function measure(serial: string, variables: readonly Measured[], own: Rain) {
      const readings = [];
      for (let ago = DAYS; ago >= 0; ago--)
        for (let minute = 0; minute < 24 * 60; minute += minutes) {
          const at = startOfFarmDay(addDays(today, -ago), ZONE) + minute * MINUTE_MS;
          if (at > now) continue;
          const date = new Date(at).toISOString();
          for (const variable of variables) {
            const value = sky(variable, minute / 60) ?? own(ago, minute / 60, minutes);
            if (value !== undefined) readings.push({ variable, date, value: Math.round(value * 100) / 100 });
          }
        }
      await addReadings(serial, readings);
    }
    for (const [index, own] of gauges.entries()) await measure(`${id}-g${index}`, ["rain"], own);
    await measure(id, all, rain);

    const settle = async () => {
      await api().services.weather.recompute(farmId, addDays(today, -DAYS));
      await api().services.irrigation.settle();
    };
    await settle();
    const dayOf = (ago: number): FarmDay => addDays(today, -ago);
    const span = `from=${dayOf(DAYS)}&to=${dayOf(1)}`;
    return {
      ...{ clientId, farmId, sectorId, id, send, settle, dayOf, today },
      weather: async (ago: number) => {
        const days = z.array(WeatherDaily).parse(await send(`/WeatherDaily/GetByFarmID?ID=${farmId}&${span}`));
        return days.find(({ date }) => date === dayOf(ago));
      },
      advice: async () => {
        const path = `/Recommendation/GetByClientID?ID=${clientId}`;
        return z
          .array(Recommendation)
          .parse(await send(path))
          .find((one) => one.sectorId === sectorId);
      },
      quality: async (ago: number) => {
        const path = `/WeatherDaily/GetQuality?ID=${farmId}&from=${dayOf(ago)}&to=${dayOf(ago)}`;
        const { stations } = WeatherQuality.parse(await send(path));
        const station = stations.find(({ serial }) => serial === id);
        return station?.days[0]?.values.find(({ input }) => input === "rain");
      },
      rows: async () =>
        z
          .array(z.object({ date: z.string(), rain: z.number(), dr: z.number() }))
          .parse(await send(`/Balance/GetBySectorID?ID=${sectorId}&${span}`)),
    };
  }

  /** A steady 22.8 mm between 14 and 18 h two days ago, as a running total of the day, or as amounts. */
  const grown = (hour: number) => Math.min(22.8, Math.max(0, ((hour - 14) / 4) * 22.8));
  const ofDay: Rain = (ago, hour) => (ago === 2 ? grown(hour) : 0);
  const asAmounts: Rain = (ago, hour, step) => (ago === 2 ? grown(hour) - grown(hour - step / 60) : 0);
  const dry: Rain = () => 0;

  it("blocks the advice for a gauge that sends its day's total, and resumes when it is set as a total", async () => {
    const counter = await plant(ofDay, { minutes: 15 });
    expect(await counter.weather(2)).toMatchObject({ rain: null, rainState: "doubted", missing: ["rain"] });
    expect(await counter.quality(2)).toMatchObject({ state: "doubted", doubt: { kind: "counter" } });
    expect((await counter.quality(2))?.findings.map(({ flag }) => flag)).toEqual(["doubted"]);
    const blocked = await counter.advice();
    expect(blocked).toMatchObject({
      action: "nodata",
      blockedBy: "doubted-rain",
      missingRain: { gauge: counter.id, days: [counter.dayOf(2)], doubt: { kind: "counter", acceptable: false } },
    });
    const doubt = blocked?.missingRain?.doubt;
    expect(doubt?.mm).toBeGreaterThan(700);
    const refused = { sensorId: doubt?.sensorId, days: doubt?.days };
    const token = await api().login("admin");
    expect((await api().send("/Rain/Accept", { token, body: refused })).status).toBe(400);

    await counter.send("/Sensor/Update", { _id: doubt?.sensorId, variable: "rainTotal", calibA: 0 });
    await counter.settle();
    const right = await plant(asAmounts, { minutes: 15 });
    expect(await counter.weather(2)).toMatchObject({ rainState: "measured" });
    expect((await counter.weather(2))?.rain).toBeCloseTo(22.8, 1);
    const [rows, same] = [await counter.rows(), await right.rows()];
    expect(rows).toHaveLength(DAYS);
    for (const [index, { dr }] of rows.entries()) expect(dr).toBeCloseTo(same[index]?.dr ?? Number.NaN, 0);
    const [given, expected] = [await counter.advice(), await right.advice()];
    expect(given).toMatchObject({ blockedBy: null, missingRain: null, action: expected?.action });
    // What it sends from now on is such a total too.
    const sent = { variable: "rain", date: api().clock.now().toISOString(), value: 4.2 };
    expect(await counter.send("/Reading/Insert", { serial: counter.id, readings: [sent] })).toMatchObject({
      rejected: [],
    });
  });

  it.each<[string, number, Rain, string]>([
    [
      "an hourly total of the day",
      60,
      (ago, hour) => (ago === 2 ? Math.min(30, Math.max(0, (hour - 13) * 7.5)) : 0),
      "counter",
    ],
    [
      "a total that never starts again",
      60,
      (ago, hour) => (ago === 2 && hour < 12 ? 118.2 : ago >= 2 ? 118.2 : 118.4),
      "counter",
    ],
    ["such a total above the range of rain", 60, () => 812.4, "counter"],
    [
      "a total of an event",
      60,
      (ago, hour) => (ago === 2 && hour >= 8 && hour < 16 ? ([0.4, 2.2, 5.8][hour - 8] ?? 5.8) : 0),
      "counter",
    ],
    ["160 mm in an hour", 60, (ago, hour) => (ago === 2 && hour === 15 ? 160 : 0), "rate"],
    ["260 mm in a day", 60, (ago, hour) => (ago === 2 && hour < 20 ? 8 + hour / 1.9 : 0), "day"],
    ["one reading of 260 mm", 60, (ago, hour) => (ago === 2 && hour === 15 ? 260 : 0), "day"],
    ["750 mm in a day", 60, (ago, hour) => (ago === 2 ? 25 + hour * 0.55 - (hour % 2) : 0), "impossible"],
  ])("doubts %s", async (_name, minutes, rain, kind) => {
    const farm = await plant(rain, { minutes });
    expect(await farm.weather(2)).toMatchObject({ rain: null, rainState: "doubted" });
    expect(await farm.quality(2)).toMatchObject({ doubt: { kind } });
    expect(await farm.advice()).toMatchObject({ blockedBy: "doubted-rain" });
  });

  it.each<[string, Rain, number]>([
    ["120 mm in three hours", (ago, hour) => (ago === 2 && hour >= 14 && hour < 17 ? 10 : 0), 120],
    [
      "a storm that rises and falls",
      (ago, hour) => (ago === 2 ? ([1, 3, 9, 16, 22, 9, 2][(hour - 15) * 4] ?? 0) : 0),
      62,
    ],
    ["a drizzle of single tips", (ago, hour) => (ago === 2 && hour >= 5 && hour < 13 ? 0.2 : 0), 6.4],
    ["a drizzle until midnight", (ago, hour) => (ago === 2 && hour >= 16 ? 0.2 : 0), 6.4],
  ])("measures %s", async (_name, rain, mm) => {
    const farm = await plant(rain, { minutes: 15 });
    const day = await farm.weather(2);
    expect(day).toMatchObject({ rainState: "measured" });
    expect(day?.rain).toBeCloseTo(mm, 5);
    expect((await farm.advice())?.blockedBy).toBeNull();
  });

  it("accepts what a person confirms, with an audit entry, and counts it", async () => {
    const storm: Rain = (ago, hour) => (ago === 2 && hour === 15 ? 160 : 0);
    const farm = await plant(storm);
    const doubt = (await farm.advice())?.missingRain?.doubt;
    expect(doubt).toMatchObject({ days: [farm.dayOf(2)], kind: "rate", mm: 160, acceptable: true, isTotal: false });
    const answer = { sensorId: doubt?.sensorId, days: doubt?.days };
    expect(await farm.send("/Rain/Accept", answer)).toEqual({ matchedCount: 1 });
    await farm.settle();
    expect(await farm.weather(2)).toMatchObject({ rain: 160, rainState: "measured" });
    expect(await farm.advice()).toMatchObject({ blockedBy: null });
    const { rows } = await api().database.execute<{ user_name: string }>(
      `select user_name, entity from audit_entries where record_id = '${doubt?.sensorId}' and action = 'update'`,
    );
    expect(rows).toEqual([{ user_name: "admin", entity: "Sensor" }]);
    // The answer stays when the day is judged again.
    const late = {
      variable: "rain",
      date: new Date(startOfFarmDay(farm.dayOf(2), ZONE) + 30 * MINUTE_MS).toISOString(),
    };
    await farm.send("/Reading/Insert", { serial: farm.id, readings: [{ ...late, value: 0.4 }] });
    await farm.settle();
    expect(await farm.weather(2)).toMatchObject({ rain: 160.4, rainState: "measured" });
  });

  it("resumes with the rain that a person records", async () => {
    const farm = await plant((ago, hour) => (ago === 2 && hour === 15 ? 160 : 0));
    await farm.send("/Rain/Insert", { clientId: farm.clientId, farmId: farm.farmId, date: farm.dayOf(2), mm: 48 });
    await farm.settle();
    expect(await farm.advice()).toMatchObject({ blockedBy: null, missingRain: null });
    expect(await farm.rows()).toContainEqual(expect.objectContaining({ date: farm.dayOf(2), rain: 48 }));
  });

  it("doubts the rain of today at once", async () => {
    const farm = await plant((ago, hour) => (ago === 0 ? Math.min(22.8, hour * 4) : 0), { minutes: 15 });
    expect(await farm.advice()).toMatchObject({
      blockedBy: "doubted-rain",
      missingRain: { days: [farm.today], doubt: { kind: "counter" } },
    });
  });

  it("compares the gauges of a farm", async () => {
    const storm =
      (mm: number): Rain =>
      (ago, hour) =>
        ago === 2 && hour >= 14 && hour < 17 ? mm / 3 : 0;
    const alone = await plant(storm(90), { gauges: [storm(3), dry] });
    expect(await alone.quality(2)).toMatchObject({ state: "doubted", doubt: { kind: "neighbours", mm: 90 } });
    const together = await plant(storm(90), { gauges: [storm(30)] });
    expect(await together.weather(2)).toMatchObject({ rain: 90, rainState: "measured" });
    const flood: Rain = (ago, hour) => (ago === 2 && hour < 20 ? 8 + hour / 1.9 : 0);
    const confirmed = await plant(flood, { gauges: [storm(150)] });
    expect(await confirmed.weather(2)).toMatchObject({ rainState: "measured" });
  });

  it("leaves doubted rain out of charts, and of the sums of alerts, maps and detections", async () => {
    const farm = await plant((ago, hour) => (ago === 2 && hour === 15 ? 160 : 0));
    const sensorId = (await farm.advice())?.missingRain?.doubt?.sensorId;
    const [from, to] = [startOfFarmDay(farm.dayOf(2), ZONE), startOfFarmDay(farm.dayOf(1), ZONE)];
    const moments = `from=${new Date(from).toISOString()}&to=${new Date(to - HOUR_MS).toISOString()}`;
    const series = z
      .array(z.object({ sum: z.array(z.number().nullable()), flagged: z.array(z.object({ flag: z.string() })) }))
      .parse(await farm.send(`/Reading/GetSeries?IDs=${sensorId}&${moments}&step=day`));
    expect(series[0]?.sum).toEqual([null]);
    const days = [farm.dayOf(2), farm.dayOf(1)] as const;
    const sums = await api().services.telemetry.dayAggregates([sensorId ?? ""], ...days);
    expect(sums.map(({ day }) => day)).toEqual([farm.dayOf(1)]);
    expect(series[0]?.flagged).toContainEqual({ flag: "doubted" });
  });
});

/** The other variables of a day without clouds. */
function sky(variable: Measured, hour: number): number | undefined {
  const sun = hour >= 6 && hour <= 18 ? Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) : 0;
  const wave = Math.sin(((hour - 9) / 12) * Math.PI);
  switch (variable) {
    case "airTemp":
      return 25 + 7 * wave;
    case "airHum":
      return 65 - 25 * wave;
    case "wind":
      return 2 + 0.5 * Math.sin(hour * 1.7);
    case "rad":
      return 900 * sun;
    case "rain":
      return undefined;
  }
}

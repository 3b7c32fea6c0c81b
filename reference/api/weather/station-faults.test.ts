import { addDays, farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { Recommendation } from "@lamina/shared/records/recommendation";
import { WeatherDaily, WeatherQuality } from "@lamina/shared/records/weather";
import { expect, it } from "vitest";
import * as z from "zod";
import { describeApi } from "../../testing/api.ts";
import { plantField } from "../irrigation/testing/field.ts";
import { countFaults } from "./station-faults.ts";

const ZONE = "America/Sao_Paulo";
const DAYS = 16;
const UNITS = { airTemp: "°C", airHum: "%", wind: "m/s", rad: "W/m²" } as const;
/** A clear sky of the farm in November: dark until 6 h and from 18 h on, W/m². */
const sun = (hour: number) => 930 * Math.max(0, Math.sin(((hour - 5.3) / 12) * Math.PI));

describeApi("lasting faults of a station", (api) => {
  let number = 0;

  /** A farm whose pyranometer reads what `rad` says at an hour of the day; undefined: nothing. */
  async function plant(rad: (hour: number) => number | undefined) {
    const token = await api().login("admin");
    const id = `fault-${++number}`;
    const now = api().clock.now().getTime();
    const today = farmDay(now, ZONE);
    const send = async (path: string, body?: object) => {
      const answer = await api().send(path, { token, ...(body && { body }) });
      expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
      return answer.body;
    };
    const added = async (path: string, body: object) => z.object({ _id: z.string() }).parse(await send(path, body))._id;
    const clientId = await added("/Client/Insert", { name: id, typeChart: 1, timezone: ZONE });
    const span = { from: addDays(today, -DAYS), to: addDays(today, -DAYS - 1) };
    const crop = { kcIni: 1, kcMid: 1, kcEnd: 1 };
    const { farmId, sectorId } = await plantField(api().database, { id, clientId, ...span, crop });
    const station = { clientId, farmId, sensorTypeId: "weather-station", serial: id, intervalMin: 60 };
    const deviceId = await added("/Device/Insert", station);
    for (const [variable, unit] of Object.entries(UNITS))
      await added("/Sensor/Insert", { clientId, deviceId, variable, unit });
    await send("/Farm/Update", { _id: farmId, stationDeviceId: deviceId });
    const readings = [];
    for (let ago = DAYS; ago > 0; ago--)
      for (let hour = 0; hour < 24; hour++) {
        const date = new Date(startOfFarmDay(addDays(today, -ago), ZONE) + hour * HOUR_MS).toISOString();
        const warm = Math.sin(((hour - 9) / 12) * Math.PI);
        const values = { airTemp: 25 + 7 * warm, airHum: 65 - 25 * warm, wind: 2 + hour / 24, rad: rad(hour) };
        for (const [variable, value] of Object.entries(values))
          if (value !== undefined) readings.push({ variable, date, value });
      }
    for (let first = 0; first < readings.length; first += 2000)
      await send("/Reading/Insert", { serial: id, readings: readings.slice(first, first + 2000) });
    await api().services.weather.recompute(farmId, addDays(today, -DAYS));
    await api().services.irrigation.settle();
    const query = `ID=${farmId}&from=${addDays(today, -3)}&to=${addDays(today, -1)}`;
    const [day] = z.array(WeatherDaily).parse(await send(`/WeatherDaily/GetByFarmID?${query}`));
    const { stations } = WeatherQuality.parse(await send(`/WeatherDaily/GetQuality?${query}`));
    const advice = z.array(Recommendation).parse(await send(`/Recommendation/GetByClientID?ID=${clientId}`));
    const reasons = advice.find((one) => one.sectorId === sectorId)?.reasons ?? [];
    return { day, values: stations[0]?.days[0]?.values, faults: stations[0]?.faults, reasons };
  }

  it("are none at a station that works; a pyranometer below zero or silent at night has the same day", async () => {
    const right = await plant(sun);
    expect(right.faults).toEqual([]);
    const rad = right.day?.rad ?? 0;
    const below = await plant((hour) => sun(hour) || -25);
    expect(Math.abs((below.day?.rad ?? 0) / rad - 1)).toBeLessThan(0.005);
    expect(below.faults).toMatchObject([{ id: "night-offset", value: -25, days: DAYS }]);
    expect(below.faults?.[0]?.effectMm).toBeLessThan(-0.1);
    const silent = await plant((hour) => sun(hour) || undefined);
    expect(Math.abs((silent.day?.rad ?? 0) / rad - 1)).toBeLessThan(0.005);
    const report = silent.values?.find(({ input }) => input === "rad");
    expect(report).toMatchObject({ state: "measured", hours: 24, findings: [] });
    expect(silent.faults).toEqual([]);
  });

  it("are a drift above the clear sky, with their effect", async () => {
    const drift = await plant((hour) => 1.45 * sun(hour));
    expect(drift.faults).toMatchObject([{ id: "above-clear-sky", days: DAYS }]);
    expect(drift.faults?.[0]?.value).toBeGreaterThan(1.1);
    expect(drift.faults?.[0]?.effectMm).toBeGreaterThan(0.3);
  });

  it("are a clock that is hours off, in either direction", async () => {
    const late = await plant((hour) => sun((hour + 21) % 24));
    expect(late.faults).toMatchObject([{ id: "clock-off", value: 3 }]);
    expect(late.faults?.[0]?.effectMm).toBeLessThan(-0.1);
    const reason = late.reasons.find(({ key }) => key === "clock-off");
    expect(reason).toMatchObject({ value: late.faults?.[0]?.effectMm, unit: "mm/dia" });
    const early = await plant((hour) => sun((hour + 3) % 24));
    expect(early.faults).toMatchObject([{ id: "clock-off", value: -3 }]);
    expect((await countFaults(api().database))["clock-off"]).toBe(2);
  });
});

import { addDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { Recommendation } from "@lamina/shared/records/recommendation";
import { WeatherDaily, WeatherQuality } from "@lamina/shared/records/weather";
import { expect, it } from "vitest";
import * as z from "zod";
import { describeApi } from "../../testing/api.ts";
import { countFaults } from "./station-faults.ts";
import { plantStation, ZONE } from "./testing/station.ts";

const DAYS = 16;
/** A clear sky of the farm in November: dark until 6 h and from 18 h on, W/m². */
const sun = (hour: number) => 930 * Math.max(0, Math.sin(((hour - 5.3) / 12) * Math.PI));

describeApi("lasting faults of a station", (api) => {
  let number = 0;

  /** A farm whose pyranometer reads what `rad` says at an hour of the day; undefined: nothing. */
  async function plant(rad: (hour: number) => number | undefined) {
    const id = `fault-${++number}`;
    const crop = { kcIni: 1, kcMid: 1, kcEnd: 1 };
    const variables = ["airTemp", "airHum", "wind", "rad"] as const;
    const { clientId, farmId, sectorId, today, send, addReadings } = await plantStation(api(), {
      ...{ id, days: DAYS, variables, crop },
    });
    const readings = [];
    for (let ago = DAYS; ago > 0; ago--)
      for (let hour = 0; hour < 24; hour++) {
        const date = new Date(startOfFarmDay(addDays(today, -ago), ZONE) + hour * HOUR_MS).toISOString();
        const warm = Math.sin(((hour - 9) / 12) * Math.PI);
        const values = { airTemp: 25 + 7 * warm, airHum: 65 - 25 * warm, wind: 2 + hour / 24, rad: rad(hour) };
        for (const [variable, value] of Object.entries(values))
          if (value !== undefined) readings.push({ variable, date, value });
      }
    await addReadings(id, readings);
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

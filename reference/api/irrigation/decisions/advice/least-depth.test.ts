import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { ConfigFields } from "@lamina/shared/records/config";
import { expect, it } from "vitest";
import { configs } from "../../../schema/settings.ts";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  addWeather,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  settings,
  TODAY,
} from "../../testing/field.ts";

/** A crop planted yesterday on shallow ground that holds 17 mm, of which it has used 4, under sprinklers. */
const YOUNG = {
  season: { plantingDate: addDays(TODAY, -1), emergenceDate: addDays(TODAY, -1) },
  weather: () => ({ eto: 7 }),
  crop: { kcIni: 0.6, rootIniCm: 12, p: 0.5 },
  pivot: { kind: "sprinkler" as const },
};

describeDatabases("a need below the least depth worth a start", (database) => {
  async function young(id: string, { rainOn, ...more }: { rainOn?: number; pivot?: object; leastMm?: number }) {
    const field = await plantSeason(database(), id, { ...YOUNG, pivot: { ...YOUNG.pivot, ...more.pivot } });
    const { advice } = ConfigFields.parse({});
    const own = { ...advice, kcByClimate: false, ...(more.leastMm && { leastMm: more.leastMm }) };
    await database()
      .insert(configs)
      .values(settings(field.clientId, { advice: own }));
    const forecast = (today: FarmDay) => {
      const rainy = rainOn === undefined ? undefined : addDays(TODAY, rainOn);
      const days = Array.from({ length: 8 }, (_, ahead) => addDays(today, ahead));
      const wet = { eto: 7, rain: 45, rainProbPct: 60 };
      return addForecast(
        database(),
        field.farmId,
        today,
        days.map((day) => (day === rainy ? wet : { eto: 7 })),
      );
    };
    await forecast(TODAY);
    const opened = openIrrigation(database(), MORNING);
    const givenNow = async () => {
      await opened.irrigation.settle();
      const [given] = await recommendationsOf(opened.irrigation, field.clientId);
      if (!given) throw new Error("nothing recommended");
      return { ...given, of: (key: string) => given.reasons.find((reason) => reason.key === key)?.value };
    };
    return { ...field, ...opened, forecast, givenNow };
  }

  it("because of the room for rain is a wait until a day, with its depth and the room", async () => {
    const { clientId, farmId, clock, events, forecast, givenNow } = await young("room", {
      rainOn: 3,
      pivot: { flowM3h: 400 },
    });
    const first = await givenNow();
    expect(first).toMatchObject({ action: "wait", rule: "roomForRain", grossMm: null, rainWait: null });
    expect(first.waitUntil).toBe(addDays(TODAY, 1));
    expect(first.of("roomForRain")).toBeGreaterThan(2);
    expect(first.of("leastDepth")).toBe(4);
    // The morning that it names gives what it says, when no rain has fallen.
    await addWeather(database(), farmId, TODAY, TODAY, YOUNG.weather);
    clock.moment = new Date(Date.parse(MORNING) + DAY_MS);
    await forecast(addDays(TODAY, 1));
    await events.emit("weather", { clientId, farmId, from: TODAY });
    expect(await givenNow()).toMatchObject({ action: "irrigate", rule: "need", grossMm: first.otherwiseMm });
  });

  it("irrigates without such a room, and with drip and by the client's own least depth too", async () => {
    expect((await (await young("plain", {})).givenNow()).grossMm).toBeCloseTo(4.2 / 0.85, 1);
    const own = await (await young("own", { leastMm: 8 })).givenNow();
    expect(own).toMatchObject({ action: "wait", rule: "leastDepth", waitUntil: addDays(TODAY, 1) });
    expect(own.otherwiseMm).toBeGreaterThanOrEqual(8);
    expect(own.of("leastDepth")).toBe(8);
    const drip = await (await young("drip", { leastMm: 8, pivot: { kind: "drip" } })).givenNow();
    expect(drip.grossMm).toBeCloseTo(4.2 / 0.85, 1);
  });

  it("is nothing, with the day until which it is enough, where no need is in sight", async () => {
    const { clientId, farmId } = await plantSeason(database(), "enough", {
      season: { plantingDate: addDays(TODAY, -2) },
    });
    await addForecast(database(), farmId, TODAY, Array(7).fill({ eto: 0.5 }));
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const [given] = await recommendationsOf(irrigation, clientId);
    expect(given).toMatchObject({ action: "none", rule: "enough", waitUntil: addDays(TODAY, 7) });
  });
});

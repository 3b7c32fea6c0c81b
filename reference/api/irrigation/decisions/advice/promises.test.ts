import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  addWeather,
  type FieldOptions,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  TODAY,
} from "../../testing/field.ts";

/** Mornings that a test looks ahead. */
const MORNINGS = 7;

describeDatabases("a wait", (database) => {
  /**
   * What the card says on the mornings until it asks for water, while the weather is as its forecast: ETo in mm, no rain. The
   * rain of `rainOn` is forecast and does not fall.
   */
  async function morningsOf(id: string, eto: number, more: Partial<FieldOptions> = {}, rainOn: FarmDay[] = []) {
    const { clientId, farmId } = await plantSeason(database(), id, more);
    const forecast = (today: FarmDay) => {
      const days = Array.from({ length: 2 * MORNINGS }, (_, ahead) => addDays(today, ahead));
      const rainy = { eto, rain: 25, rainProbPct: 80 };
      return addForecast(
        database(),
        farmId,
        today,
        days.map((day) => (rainOn.includes(day) ? rainy : { eto })),
      );
    };
    await forecast(TODAY);
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    const said = [];
    for (let day = 0; day < MORNINGS; day += 1) {
      const date = addDays(TODAY, day);
      clock.moment = new Date(Date.parse(MORNING) + day * DAY_MS);
      if (day > 0) {
        const yesterday = addDays(date, -1);
        await addWeather(database(), farmId, yesterday, yesterday, () => ({ eto }));
        if (rainOn.length > 0) await forecast(date);
        await events.emit("weather", { clientId, farmId, from: yesterday });
      }
      await irrigation.settle();
      const [given] = await recommendationsOf(irrigation, clientId);
      if (!given) throw new Error(`nothing said on ${date}`);
      said.push({ date, action: given.action, waitUntil: given.waitUntil ?? null });
      if (given.action === "irrigate") break;
    }
    return said;
  }

  it.each([
    ["steady", 5, 5],
    ["after-cool", 7, 1.5],
    ["after-heat", 3, 9],
  ])("ends on its day when the weather is as forecast (%s)", async (id, eto, before) => {
    const last = addDays(TODAY, -1);
    const said = await morningsOf(id, eto, {
      season: { plantingDate: addDays(TODAY, -3) },
      weather: (date) => (date === last ? { eto: before } : {}),
    });
    const [waits, end] = [said.slice(0, -1), said.at(-1)];
    expect(waits.length, JSON.stringify(said)).toBeGreaterThan(0);
    expect(waits.map(({ action }) => action)).toEqual(waits.map(() => "wait"));
    expect(waits.map(({ waitUntil }) => waitUntil)).toEqual(waits.map(() => end?.date));
    expect(end?.action).toBe("irrigate");
  });

  it("before the need ends on the day of the need without rain, which may then wait for rain anew", async () => {
    const planted = { season: { plantingDate: addDays(TODAY, -3) } };
    const dry = await morningsOf("no-rain", 5, planted);
    const need = dry.at(-1)?.date ?? TODAY;
    const said = await morningsOf("later-rain", 5, planted, [need]);
    const end = said.at(-1);
    expect(said.find(({ date }) => date === need)?.action).toBe("wait");
    expect(said[0]?.waitUntil, JSON.stringify(said)).toBe(need);
    expect(end).toMatchObject({ action: "irrigate", date: addDays(need, 1) });
  });
});

import { needsWater } from "@lamina/agronomy/balance/status";
import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import { expect, it } from "vitest";
import { isLongFor } from "../../../../../scripts/testing/long.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { addForecast, addWeather, MORNING, openIrrigation, plantSeason, TODAY } from "../../testing/field.ts";

const DAYS = isLongFor("reference/api/irrigation/", "agronomy/src/balance/") ? 3 : 1;
/** Days since the last rain, of one farm each. */
const DRY_DAYS = [3, 4, 5];

describeDatabases("a status", (database) => {
  it("agrees with the recommendation in force until the next decision, where no water comes", async () => {
    const farms = [];
    for (const dry of DRY_DAYS) {
      const weather = (date: FarmDay) => ({ rain: date === addDays(TODAY, -dry) ? 80 : 0, eto: 4 + 0.4 * dry });
      const planted = await plantSeason(database(), `dry-${dry}`, { weather });
      await addForecast(database(), planted.farmId, TODAY, Array(9).fill({}));
      farms.push(planted);
    }
    const clientIds = farms.map(({ clientId }) => clientId);
    const { irrigation, clock, events } = openIrrigation(database(), MORNING);
    const look = async (at: string) => {
      clock.moment = new Date(at);
      await irrigation.settle();
      const { states, recommendations: given } = await irrigation.decisions.overview({ clientIds });
      return states.map(({ site: { sector }, status }) => [sector._id, status, given.get(sector._id)?.action]);
    };
    const seen = new Set();
    for (let day = 0; day < DAYS; day += 1) {
      const date = addDays(TODAY, day);
      await look(`${date}T10:10:00Z`);
      const tomorrow = addDays(date, 1);
      const evening = await look(`${tomorrow}T02:50:00Z`);
      const nights = ["03:10", "08:59"].map((time) => `${tomorrow}T${time}:00Z`);
      for (const night of nights) expect([night, ...(await look(night))]).toEqual([night, ...evening]);
      for (const { clientId, farmId } of farms) {
        await addWeather(database(), farmId, date, date);
        await events.emit("weather", { clientId, farmId, from: date });
      }
      // With the row of the day, too.
      for (const night of nights) expect([night, ...(await look(night))]).toEqual([night, ...evening]);
      for (const [, status, action] of evening) seen.add(`${status} ${action}`);
    }
    expect([...seen]).toEqual(expect.arrayContaining(["ok wait", "irrigate irrigate"]));
  });

  it("is the present one where the recommendation in force was given in the night", async () => {
    const clientIds = [];
    // Each day without rain brings the deficit of a farm nearer to its AFD: one of them reaches it by the use of the day that ended.
    for (let dry = 1; dry < 6; dry += 1) {
      const weather = (date: FarmDay) => ({ rain: date === addDays(TODAY, -dry) ? 80 : 0, eto: 6 });
      const { clientId, farmId } = await plantSeason(database(), `night-${dry}`, { weather });
      await addForecast(database(), farmId, TODAY, Array(9).fill({}));
      await addWeather(database(), farmId, TODAY, TODAY);
      clientIds.push(clientId);
    }
    const { irrigation } = openIrrigation(database(), `${addDays(TODAY, 1)}T05:10:00Z`);
    await irrigation.settle();
    const { states, recommendations: inForce } = await irrigation.decisions.overview({ clientIds });
    const answers = states.map(({ site: { sector }, status }) => {
      const action = inForce.get(sector._id)?.action;
      return { sector: sector._id, needsWater: needsWater(status), action };
    });
    for (const answer of answers) expect(answer.needsWater, JSON.stringify(answer)).toBe(answer.action === "irrigate");
    expect(new Set(answers.map(({ action }) => action)).size).toBeGreaterThan(1);
  });
});

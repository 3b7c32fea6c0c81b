import { addDays, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { describeDatabases } from "../../testing/databases.ts";
import {
  addForecast,
  MORNING,
  openIrrigation,
  plantField,
  plantSeason,
  recommendationsOf,
  TODAY,
} from "../../testing/field.ts";

describeDatabases("a day ahead with gaps", (database) => {
  it("counts what it has: rain without temperatures, and no rain of a probability alone", async () => {
    const adviceOf = async (id: string, first: object) => {
      const { clientId, farmId } = await plantSeason(database(), id, { season: { plantingDate: addDays(TODAY, -20) } });
      await addForecast(database(), farmId, TODAY, [first, {}, {}, {}, {}, {}, {}]);
      const { irrigation } = openIrrigation(database(), MORNING);
      await irrigation.settle();
      const [given] = await recommendationsOf(irrigation, clientId);
      const { action, rule, grossMm, waitUntil, otherwiseMm } = given ?? {};
      return { action, rule, grossMm, waitUntil, otherwiseMm };
    };
    const nothing = {
      tMax: null,
      tMin: null,
      rhMin: null,
      windMaxKmh: null,
      windDir: null,
      eto: null,
      rain: null,
      rainProbPct: null,
    };
    const [rain, dry] = [
      { rain: 30, rainProbPct: 90 },
      { rain: 0, rainProbPct: 0 },
    ];
    const [whole, bare] = [await adviceOf("gap-rain", rain), await adviceOf("gap-rain-bare", { ...nothing, ...rain })];
    expect(bare).toEqual(whole);
    const none = await adviceOf("gap-dry", dry);
    expect(await adviceOf("gap-null", nothing)).toEqual(none);
    expect(await adviceOf("gap-chance", { ...nothing, rainProbPct: 95 })).toEqual(none);
  });

  it.each([
    ["America/Rio_Branco", "2026-04-10"],
    ["America/Noronha", "2026-04-10"],
    ["America/Asuncion", "2023-10-01"],
    ["America/Asuncion", "2024-03-24"],
  ])("has the farm's own day, before and after its midnight: %s, %s", async (timezone, day) => {
    const id = `zone-${timezone}-${day}`;
    const from = addDays(day, -40);
    const { clientId, farmId } = await plantField(database(), { id, from, to: addDays(day, -1), timezone });
    const begin = startOfFarmDay(day, timezone);
    const issuedAt = new Date(begin - HOUR_MS);
    await addForecast(database(), farmId, day, [
      { rain: 12, rainProbPct: 80, issuedAt },
      ...Array(6).fill({ issuedAt }),
    ]);
    const { irrigation, events, clock } = openIrrigation(database(), new Date(begin - MINUTE_MS).toISOString());
    const at = async (moment: number, isMorning = false) => {
      clock.moment = new Date(moment);
      if (isMorning) await events.emit("weather", { clientId, farmId, from: addDays(day, -1) });
      await irrigation.settle();
      const [machine] = (await irrigation.decisions.overview({ clientIds: [clientId] })).machines;
      return { date: machine?.date, decision: machine?.decision };
    };
    const waitUntil = (until: string) => ({ kind: "wait", rule: "rain", rainMm: 12, rainPct: 80, until });
    // Until the decision of the morning the answer is that of the day before.
    const eve = { date: addDays(day, -1), decision: waitUntil(day) };
    expect(await at(begin - MINUTE_MS)).toMatchObject(eve);
    expect(await at(begin + MINUTE_MS)).toMatchObject(eve);
    const morning = { date: day, decision: waitUntil(addDays(day, 1)) };
    expect(await at(begin + 8 * HOUR_MS, true)).toMatchObject(morning);
  });
});

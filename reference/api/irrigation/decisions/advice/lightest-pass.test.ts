import { addDays } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { expect, it } from "vitest";
import { describeDatabases } from "../../testing/databases.ts";
import { addWeather, MORNING, openIrrigation, plantSeason, recommendationsOf, TODAY } from "../../testing/field.ts";

/** 13.3 mm gross at 100 %: 11.3 mm net. */
const HEAVY = { flowM3h: 700 };

describeDatabases("a lightest pass of more than the soil holds", (database) => {
  /** A young crop with 6 mm of depletion that uses 2 mm a day, on a soil of 28 mm. */
  async function youngCrop(id: string, crop: object = {}) {
    const field = await plantSeason(database(), id, {
      pivot: HEAVY,
      season: { plantingDate: addDays(TODAY, -3) },
      crop: { p: 0.3, allowedPct: [50, 50, 50, 50], ...crop },
    });
    const opened = openIrrigation(database(), MORNING);
    const givenNow = async () => {
      await opened.irrigation.settle();
      const [given] = await recommendationsOf(opened.irrigation, field.clientId);
      if (!given) throw new Error("nothing recommended");
      return { ...given, of: (key: string) => given.reasons.find((reason) => reason.key === key) };
    };
    return { ...field, ...opened, givenNow };
  }

  it("is waited for, until the day that it said, while that costs less than the water that would drain", async () => {
    const { clientId, farmId, clock, events, givenNow } = await youngCrop("heavy");
    const first = await givenNow();
    expect(first).toMatchObject({ action: "wait", grossMm: null, rainWait: null, waitUntil: addDays(TODAY, 2) });
    // 11.3 mm, where 6 mm are missing and 2 mm are used today.
    expect(Number(first.of("drains")?.value)).toBeCloseTo(3.3, 0);
    expect(Number(first.of("waitSaves")?.value)).toBeGreaterThan(Number(first.of("waitRisks")?.value));
    for (const [days, action] of [
      [1, "wait"],
      [2, "irrigate"],
    ] as const) {
      const yesterday = addDays(TODAY, days - 1);
      await addWeather(database(), farmId, yesterday, yesterday);
      clock.moment = new Date(Date.parse(MORNING) + days * DAY_MS);
      await events.emit("weather", { clientId, farmId, from: yesterday });
      const next = await givenNow();
      expect(next, `day ${days}`).toMatchObject({ action, date: addDays(TODAY, days) });
      if (action === "irrigate") expect(next).toMatchObject({ grossMm: first.otherwiseMm, percent: 100, passes: 1 });
    }
  });

  it("is applied, and says what drains, where waiting would cost more yield", async () => {
    const { givenNow } = await youngCrop("dear", { p: 0.1, yieldKgHa: 200_000, priceBrlKg: 20 });
    const given = await givenNow();
    expect(given).toMatchObject({ action: "irrigate", percent: 100, passes: 1 });
    expect(Number(given.of("drains")?.value)).toBeCloseTo(3.3, 0);
  });

  it("says the price from which it would be applied, in the unit of what is known", async () => {
    const produce = { p: 0.1, yieldKgHa: 9000, priceBrlKg: 1 };
    const waiting = await (await youngCrop("turns", produce)).givenNow();
    const turning = waiting.of("turningPrice");
    expect(waiting.action).toBe("wait");
    expect(turning).toMatchObject({ unit: "R$/kg", source: "default" });
    const actionAt = async (id: string, part: number) => {
      const priceBrlKg = part * Number(turning?.value);
      return (await (await youngCrop(id, { ...produce, priceBrlKg })).givenNow()).action;
    };
    expect([await actionAt("below", 0.95), await actionAt("above", 1.05)]).toEqual(["wait", "irrigate"]);
    // No price turns a wait that risks no yield.
    expect((await (await youngCrop("safe")).givenNow()).of("turningPrice")).toBeUndefined();
    // Without a price, the produce of a hectare decides.
    expect((await (await youngCrop("unpriced", { p: 0.1 })).givenNow()).of("turningPrice")).toMatchObject({
      unit: "R$/ha",
    });
  });
});

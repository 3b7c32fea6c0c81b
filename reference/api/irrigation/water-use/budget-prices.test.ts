import { addDays } from "@lamina/shared/core/farm-time";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { expect, it } from "vitest";
import { recordChanged } from "../../core/record-changed.ts";
import { seasonBudgets, waterings } from "../../schema/irrigation.ts";
import { configs, tariffs } from "../../schema/settings.ts";
import { describeDatabases } from "../testing/databases.ts";
import {
  addForecast,
  FROM,
  MORNING,
  openIrrigation,
  plantSeason,
  recommendationsOf,
  settings,
  TODAY,
  times,
  watering,
} from "../testing/field.ts";
import { budgetOutlook } from "./budget-outlook.ts";

/** Day 40 is in development, whose mm are worth a fraction of those of the middle. */
const crop = { kyStages: [0.4, 0.4, 1.5, 0.2], yieldKgHa: 9000, priceBrlKg: 1 };
const HECTARES = (Math.PI * 400 ** 2) / 10_000;

describeDatabases("the price of a budget", (database) => {
  async function field(id: string) {
    const planted = await plantSeason(database(), id, { crop });
    const before = watering(planted, `${id}-before`, `${addDays(TODAY, -6)}T12:00:00Z`, 60);
    await database()
      .insert(waterings)
      .values({ ...before, volumeM3: 60 * 10 * HECTARES });
    await addForecast(database(), planted.farmId, TODAY, [{}, {}, {}, {}, {}, {}, {}]);
    const opened = openIrrigation(database(), MORNING);
    const row = (more: object) => ({
      ...{ _id: `${id}-budget`, clientId: planted.clientId, ...times, name: "Safra", farmId: planted.farmId },
      ...{ pivotIds: [], from: FROM, to: addDays(FROM, 200), mm: null, m3: null, kwh: null, brl: null, active: true },
      ...more,
    });
    const advice = async () => {
      await opened.irrigation.settle();
      const [given] = await recommendationsOf(opened.irrigation, planted.clientId);
      if (given === undefined) throw new Error("nothing");
      return given;
    };
    const withBudget = async (more: object) => {
      await database().insert(seasonBudgets).values(row(more));
      const { clientId } = planted;
      const change = { clientId, recordId: `${id}-budget`, after: row(more) };
      await opened.events.emit("record", recordChanged("SeasonBudget", change));
      return advice();
    };
    const outlook = (more: object) =>
      budgetOutlook({ database: database(), telemetry: opened.telemetry }, row(more), opened.clock.now());
    return { ...planted, ...opened, advice, withBudget, outlook };
  }
  const priceIn = ({ reasons }: Recommendation) => reasons.find(({ key }) => key === "budgetMm");

  it("makes a sector wait whose mm is worth less now than in a later stage", async () => {
    const { advice, withBudget, outlook } = await field("price-short");
    const free = await advice();
    expect(free.action).toBe("irrigate");
    expect(priceIn(free)).toBeUndefined();
    const held = await withBudget({ mm: 150 });
    expect(held).toMatchObject({ action: "wait", rule: "budget", waitUntil: addDays(TODAY, 1) });
    const { stages } = await outlook({ mm: 150 });
    const middle = stages.find(({ stage }) => stage === 2);
    expect(middle?.givenMm).toBeLessThan(middle?.needMm ?? 0);
    // The outlook gives the worth of a gross mm, the advice that of a net one.
    expect(priceIn(held)).toMatchObject({ unit: "R$/mm", source: "budget" });
    expect(priceIn(held)?.value).toBeCloseTo((middle?.brlMm ?? 0) / 0.85, 0);
    expect(priceIn(held)?.link).toContain("parte=orcamentos");
  });

  it("changes nothing where the budget covers every need", async () => {
    const { advice, withBudget } = await field("price-enough");
    const { computedAt: _before, ...free } = await advice();
    const { computedAt: _after, ...covered } = await withBudget({ mm: 4000 });
    expect(covered).toEqual(free);
  });

  it("counts a budget of energy or money by the machine's power, flow and tariff", async () => {
    const { clientId, outlook, withBudget } = await field("price-energy");
    const days = [0, 1, 2, 3, 4, 5, 6];
    const windows = [
      { days, from: "18:00", to: "21:00", kind: "peak" as const, brlKwh: 3 },
      { days, from: "00:00", to: "00:00", kind: "offpeak" as const, brlKwh: 0.5 },
    ];
    await database()
      .insert(tariffs)
      .values({ _id: `${clientId}-tariff`, clientId, ...times, name: "Verde", windows });
    await database().insert(configs).values(settings(clientId));
    const water = await outlook({ m3: 100_000 });
    const energy = await outlook({ kwh: 100_000 });
    const money = await outlook({ brl: 100_000 });
    expect([water.unit, energy.unit, money.unit]).toEqual(["m3", "kwh", "brl"]);
    // 100 kW for 180 m³/h.
    expect(energy.need / water.need).toBeCloseTo(100 / 180, 3);
    expect(energy.used / water.used).toBeCloseTo(100 / 180, 2);
    expect(money.need / energy.need).toBeCloseTo(0.5, 3);
    expect(water.used).toBeGreaterThan(0);
    const share = (of: typeof water) => of.stages.map(({ needMm }) => needMm);
    expect(share(energy)).toEqual(share(water));
    expect(await withBudget({ kwh: 40_000 })).toMatchObject({ action: "wait", rule: "budget" });
  });

  it("says on which day it was used up", async () => {
    const { outlook } = await field("price-ended");
    // 60 mm took 7 days.
    expect(await outlook({ mm: 20 })).toMatchObject({ endsOn: addDays(TODAY, -4) });
    expect((await outlook({ mm: 70 })).endsOn?.localeCompare(TODAY)).toBe(1);
  });
});

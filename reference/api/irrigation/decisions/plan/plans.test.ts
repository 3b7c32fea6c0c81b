import { addDays } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { DayPlan } from "@lamina/shared/records/day-plan";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { audit } from "../../../records/audit/write.ts";
import { pivots, waterSources } from "../../../schema/farms.ts";
import { crops } from "../../../schema/irrigation.ts";
import { tariffs } from "../../../schema/settings.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { MORNING, openIrrigation, plantSeason, TODAY, times } from "../../testing/field.ts";

describeDatabases("the sum of a plan", (database) => {
  it("says which start values it contains", async () => {
    const assumedOf = async (id: string, price?: number) => {
      const { clientId, cropId } = await plantSeason(database(), id);
      if (price !== undefined) {
        await database()
          .insert(tariffs)
          .values({
            ...{ _id: `${id}-tariff`, clientId, ...times, name: "Rural" },
            windows: [{ days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.4 }],
          });
        await database().update(crops).set({ ky: 1, yieldKgHa: 4000, priceBrlKg: price }).where(eq(crops._id, cropId));
      }
      const { irrigation } = openIrrigation(database(), MORNING);
      await irrigation.settle();
      return (await irrigation.decisions.overview({ clientIds: [clientId] })).plans[0]?.assumed;
    };
    expect(await assumedOf("assumed")).toEqual(["worth", "energy"]);
    expect(await assumedOf("known", 2)).toEqual([]);
  });
});

/** 00:40 of the next day in São Paulo: the recommendations are those of the day before. */
const NIGHT = new Date(`${addDays(TODAY, 1)}T03:40:00Z`);

describeDatabases("a plan that is searched again in the night", (database) => {
  /** Two machines that one pump feeds in turn, with their plan of the morning. */
  async function twoMachines(id: string) {
    const planted = await plantSeason(database(), id, { sectors: 2 });
    const { clientId, farmId } = planted;
    const source = { _id: `${id}-source`, clientId, ...times, farmId, name: "Casa de bombas", capacityM3h: 200 };
    await database().insert(waterSources).values(source);
    await database().update(pivots).set({ waterSourceId: source._id }).where(eq(pivots.farmId, farmId));
    const opened = openIrrigation(database(), MORNING);
    await opened.irrigation.settle();
    return { ...planted, ...opened, source };
  }

  const look = async ({ irrigation }: Pick<ReturnType<typeof openIrrigation>, "irrigation">, clientId: string) => {
    const { plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    if (!plans[0]) throw new Error("no plan");
    return plans[0];
  };
  const startsOf = ({ items, unplaced }: DayPlan) =>
    [...items, ...unplaced].flatMap(({ startAt }) => startAt ?? []).map((at) => Date.parse(at));

  async function changePump({ clientId, source }: Awaited<ReturnType<typeof twoMachines>>) {
    const [before, after] = [{ capacityM3h: 200 }, { capacityM3h: 190 }];
    await database().update(waterSources).set(after).where(eq(waterSources._id, source._id));
    const author = { userId: null, userName: "Ana" };
    const what = { clientId, entity: "WaterSource", recordId: source._id };
    await audit(database(), { author, date: NIGHT, ...what, before, after });
  }

  it("places no run in hours that have passed, also by a process that has just started", async () => {
    const farm = await twoMachines("late");
    const morning = await look(farm, farm.clientId);
    expect(Math.min(...startsOf(morning))).toBeLessThan(NIGHT.getTime());
    farm.clock.moment = NIGHT;
    // Nothing has changed: the plan of the morning remains.
    expect(await look(farm, farm.clientId)).toEqual(morning);
    await changePump(farm);
    const night = await look(farm, farm.clientId);
    expect(startsOf(night)).not.toEqual([]);
    expect(Math.min(...startsOf(night))).toBeGreaterThanOrEqual(NIGHT.getTime());
    const later = new Date(NIGHT.getTime() + 30 * MINUTE_MS).toISOString();
    expect(await look(openIrrigation(database(), later), farm.clientId)).toEqual(night);
  });

  it("places no run there when a person only tries a change", async () => {
    const { irrigation, clock, farmId } = await twoMachines("try");
    clock.moment = NIGHT;
    const tried = await irrigation.decisions.tryPlan({ farmId, date: TODAY, choices: [] });
    if (!tried) throw new Error("no plan");
    expect(startsOf(tried)).not.toEqual([]);
    expect(Math.min(...startsOf(tried))).toBeGreaterThanOrEqual(NIGHT.getTime());
  });
});

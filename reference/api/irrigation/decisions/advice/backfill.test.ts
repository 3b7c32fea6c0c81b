import { addDays } from "@lamina/shared/core/farm-time";
import { ConfigFields } from "@lamina/shared/records/config";
import { and, asc, eq, lt } from "drizzle-orm";
import { expect, it } from "vitest";
import { waterPermits } from "../../../schema/farms.ts";
import { recommendations } from "../../../schema/irrigation.ts";
import { configs } from "../../../schema/settings.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { FROM, MORNING, openIrrigation, plantSeason, settings, TODAY, times } from "../../testing/field.ts";

describeDatabases("recommendations of an imported history", (database) => {
  /** What was recommended on past mornings, by day. */
  async function historyOf(
    id: string,
    stages: { name: string; days: number; kc: number }[] | null,
    prepare: (field: { clientId: string; farmId: string }) => Promise<unknown> = async () => undefined,
  ) {
    const { clientId, farmId, sectorId } = await plantSeason(database(), id, { season: { stages, priceBrlKg: 2 } });
    await prepare({ clientId, farmId });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    await irrigation.decisions.backfill([clientId]);
    const own = and(eq(recommendations.sectorId, sectorId), lt(recommendations.date, TODAY));
    const rows = await database().select().from(recommendations).where(own).orderBy(asc(recommendations.date));
    return rows.map(({ recommendation }) => recommendation);
  }
  const stagesOf = (days: number) => [0.4, 0.8, 1.2, 0.6].map((kc, index) => ({ name: `${index}`, days, kc }));

  it("follow the rules of the stages: small depths until emergence, nothing past the curve", async () => {
    const history = await historyOf("ended", stagesOf(7));
    const after = history.filter(({ date }) => date > addDays(FROM, 28));
    expect(after.length).toBeGreaterThan(5);
    expect(after.map(({ action }) => action)).toEqual(after.map(() => "none"));
    const young = history.filter(({ date, action }) => action === "irrigate" && date < addDays(FROM, 7));
    for (const { netMm } of young) expect(netMm ?? 0).toBeLessThan(11);
  });

  it("have the most passes of the client, and the hours of a day of the permit while it is valid", async () => {
    const free = await historyOf("free", null);
    const lastDay = addDays(FROM, 20);
    const bound = await historyOf("bound", null, async ({ clientId, farmId }) => {
      const advice = { ...ConfigFields.parse({}).advice, mostPasses: 1 };
      await database().insert(configs).values(settings(clientId, { advice }));
      const permit = { _id: "bound-permit", ...times, clientId, farmId, pivotIds: [], number: "1", m3Month: 0 };
      await database()
        .insert(waterPermits)
        .values({ ...permit, hoursDay: 7, validUntil: lastDay });
    });
    const most = (history: typeof free) => Math.max(...history.map(({ passes }) => passes ?? 0));
    expect([most(free), most(bound)]).toEqual([3, 1]);
    const capacities = bound.map(({ date, reasons }) => ({
      date,
      capacity: Number(reasons.find(({ key }) => key === "capacity")?.value),
    }));
    const whole = Number(free[0]?.reasons.find(({ key }) => key === "capacity")?.value);
    for (const { date, capacity } of capacities)
      expect(capacity, date).toBeCloseTo(date <= lastDay ? whole / 3 : whole, 2);
  });

  it("are weighed by the season's own worth of water", async () => {
    const history = await historyOf("worth", null);
    expect(history.some(({ action }) => action === "irrigate")).toBe(true);
    expect(Math.min(...history.map(({ lossBrlMm }) => lossBrlMm ?? 0))).toBeGreaterThan(0);
    expect(new Set(history.map(({ isWorthKnown }) => isWorthKnown))).toEqual(new Set([false]));
  });
});

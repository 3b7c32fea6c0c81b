import { addDays } from "@lamina/shared/core/farm-time";
import { and, asc, eq, lt } from "drizzle-orm";
import { expect, it } from "vitest";
import { recommendations } from "../../../schema/irrigation.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { FROM, MORNING, openIrrigation, plantSeason, TODAY } from "../../testing/field.ts";

describeDatabases("recommendations of an imported history", (database) => {
  /** What was recommended on past mornings, by day. */
  async function historyOf(id: string, stages: { name: string; days: number; kc: number }[] | null) {
    const { clientId, sectorId } = await plantSeason(database(), id, { season: { stages, priceBrlKg: 2 } });
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

  it("are weighed by the season's own worth of water", async () => {
    const history = await historyOf("worth", null);
    expect(history.some(({ action }) => action === "irrigate")).toBe(true);
    expect(Math.min(...history.map(({ lossBrlMm }) => lossBrlMm ?? 0))).toBeGreaterThan(0);
    expect(new Set(history.map(({ isWorthKnown }) => isWorthKnown))).toEqual(new Set([false]));
  });
});

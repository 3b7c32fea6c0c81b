import { addDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { loadFarmTree } from "../../../alerts/observe/farm-tree.ts";
import { watchRecommendations } from "../../../alerts/watch/sectors.ts";
import { audit } from "../../../records/audit/write.ts";
import { outOfServices, pivots, waterSources } from "../../../schema/farms.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { MORNING, openIrrigation, plantSeason, TODAY, times } from "../../testing/field.ts";

const NOW = Date.parse(MORNING);

describeDatabases("a machine out of service", (database) => {
  /** A machine that needs water, on an intake. */
  async function thirsty(id: string) {
    const season = { plantingDate: addDays(TODAY, -40) };
    const { clientId, farmId } = await plantSeason(database(), id, { season });
    const source = { _id: `${id}-source`, clientId, ...times, farmId, name: "Captação", capacityM3h: 500 };
    await database().insert(waterSources).values(source);
    await database().update(pivots).set({ waterSourceId: source._id }).where(eq(pivots.farmId, farmId));
    const { irrigation, clock } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const dayOf = async () => {
      const { machines } = await irrigation.decisions.overview({ clientIds: [clientId] });
      if (!machines[0]) throw new Error("no machine");
      return machines[0];
    };
    const alerts = async () => {
      const tree = await loadFarmTree(database(), [clientId]);
      const sources = { database: database(), decisions: irrigation.decisions };
      return (await watchRecommendations(sources, tree, clock.moment)).length;
    };
    const out = async (what: Partial<typeof outOfServices.$inferInsert>) => {
      const row = { ...times, clientId, farmId, from: new Date(NOW - HOUR_MS), reason: "broken" as const, ...what };
      await database()
        .insert(outOfServices)
        .values({ _id: crypto.randomUUID(), userName: "Ana", ...row });
      const author = { userId: null, userName: "Ana" };
      await audit(database(), {
        ...{ author, date: clock.moment, clientId, entity: "OutOfService", recordId: "one" },
        ...{ before: {}, after: { reason: "broken" } },
      });
    };
    return { clientId, pivotId: `${id}-pivot-1`, source, irrigation, clock, dayOf, alerts, out };
  }

  it("is left out with its reason, and its deficit remains; it is planned again once it is back", async () => {
    const { pivotId, clock, dayOf, alerts, out } = await thirsty("out");
    const before = await dayOf();
    expect([before.decision.kind, before.outOfService]).toEqual(["run", null]);
    expect(await alerts()).toBe(1);
    await out({ pivotId, until: new Date(NOW + 40 * HOUR_MS), note: "redutor da torre 3" });
    const day = await dayOf();
    expect(day.decision).toMatchObject({ kind: "run", isLeftOut: true, limit: "outOfService" });
    expect(day.outOfService).toMatchObject({ reason: "broken", waterSourceId: null, userName: "Ana" });
    expect(day.reasons.find(({ key }) => key === "outOfService")?.value).toBe(
      new Date(NOW + 40 * HOUR_MS).toISOString(),
    );
    expect(day.sectors[0]?.drMm).toBe(before.sectors[0]?.drMm);
    expect(await alerts()).toBe(0);
    await database().update(outOfServices).set({ until: clock.moment }).where(eq(outOfServices.pivotId, pivotId));
    expect((await dayOf()).outOfService).toBeNull();
    expect((await dayOf()).decision).toMatchObject({ kind: "run", isLeftOut: false });
    expect(await alerts()).toBe(1);
  });

  it("is out with its intake", async () => {
    const { source, dayOf, out } = await thirsty("source");
    await out({ waterSourceId: source._id, reason: "pump" });
    const day = await dayOf();
    expect(day.outOfService).toMatchObject({ reason: "pump", waterSourceId: source._id, until: null });
    expect(day.decision).toMatchObject({ isLeftOut: true, limit: "outOfService" });
  });
});

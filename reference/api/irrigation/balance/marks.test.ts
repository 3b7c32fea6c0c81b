import { addDays } from "@lamina/shared/core/farm-time";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import { UNFINISHED } from "../../core/jobs.ts";
import { createRecords } from "../../records/service.ts";
import { balancePrograms, staleSectors, waterings } from "../../schema/irrigation.ts";
import { rainDefinition } from "../../weather/definitions.ts";
import { wateringDefinition } from "../definitions.ts";
import { describeDatabases } from "../testing/databases.ts";
import { addWeather, openIrrigation, plantField, watering } from "../testing/field.ts";

const FROM = "2026-03-01";
const NOW = "2026-05-20T12:00:00Z";

describeDatabases("the effects of a write", (database) => {
  /** A program that is killed right after the commit of a transaction. */
  async function dying() {
    const { irrigation, events, clock } = openIrrigation(database(), NOW);
    await irrigation.settle();
    return { database: database(), clock, events: { ...events, emitAll: async () => {} } };
  }
  const closed = { season: { status: "closed" as const, harvestDate: addDays(FROM, 60) } };
  const day = addDays(FROM, 30);

  it("are applied after a kill, in a closed season too", async () => {
    const field = await plantField(database(), { id: "killed", from: FROM, to: "2026-05-19", ...closed });
    const caller = programCaller([field.clientId]);
    const context = await dying();
    const own = { clientId: field.clientId, sectorId: field.sectorId };
    await createRecords(wateringDefinition, context).insert(caller, {
      ...own,
      start: `${day}T12:00:00Z`,
      grossMm: 12,
    });
    await createRecords(rainDefinition, context).insert(caller, { ...own, date: addDays(day, 1), mm: 7 });

    const { irrigation } = openIrrigation(database(), NOW);
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, day, addDays(day, 1));
    expect(rows).toMatchObject([{ irrNet: 10.2 }, { rain: 7 }]);
    expect(await database().$count(staleSectors)).toBe(0);
  });

  it("are stored with it: water that a panel also recorded counts once after a kill", async () => {
    const field = await plantField(database(), { id: "double", from: FROM, to: "2026-05-19", ...closed });
    const start = `${day}T12:00:00Z`;
    await database()
      .insert(waterings)
      .values({
        ...watering(field, "double-panel", start, 11),
        source: "telemetry",
        end: new Date(`${day}T20:00:00Z`),
      });
    const context = await dying();
    const request = {
      clientId: field.clientId,
      key: "file-double",
      rows: [{ sectorId: field.sectorId, start, grossMm: 12 }],
    };
    await createRecords(wateringDefinition, context).import(programCaller([field.clientId]), request, null);
    const { irrigation } = openIrrigation(database(), NOW);
    await irrigation.settle();
    expect(await irrigation.balances.rows(field.sectorId, day, day)).toMatchObject([{ irrGross: 12 }]);
    expect(await database().$count(waterings, eq(waterings.sectorId, field.sectorId))).toBe(1);
  });

  it("are applied for stored weather", async () => {
    const field = await plantField(database(), { id: "wet", from: FROM, to: "2026-05-19", ...closed });
    const { events } = await dying();
    await database().transaction(async (transaction) => {
      await transaction.execute(
        `update weather_days set rain = 9 where farm_id = '${field.farmId}' and date = '${day}'`,
      );
      await events.emitWithin(transaction, "weather", [{ clientId: field.clientId, farmId: field.farmId, from: day }]);
    });
    expect(await database().select().from(staleSectors)).toMatchObject([{ sectorId: field.sectorId, from: day }]);
  });

  it("are computed for a client that is read, and left for later for the others", async () => {
    const [read, other] = [
      await plantField(database(), { id: "read", from: FROM, to: "2026-05-19" }),
      await plantField(database(), { id: "unread", from: FROM, to: "2026-05-19" }),
    ];
    const { irrigation } = openIrrigation(database(), NOW);
    await irrigation.settle();
    await irrigation.balances.markStale([...read.sectorIds, ...other.sectorIds], day);
    await irrigation.balances.rows(read.sectorId, day, day);
    const marked = await database().select({ sectorId: staleSectors.sectorId }).from(staleSectors);
    expect(marked).toEqual([{ sectorId: other.sectorId }]);
    await irrigation.settle();
    expect(await database().$count(staleSectors)).toBe(0);
  });

  const season = { from: addDays("2026-05-19", -3), to: "2026-05-19" };
  /** The numbers of marks of some clients. */
  const marksOf = (...clientIds: string[]) =>
    Promise.all(
      clientIds.map((id) =>
        database().$count(staleSectors, sql`${staleSectors.sectorId} like ${`${id.replace("-client", "-sector-")}%`}`),
      ),
    );

  it("are worked off oldest first: the client of the oldest, and its sectors by age", async () => {
    const first = await plantField(database(), { id: "z-first", ...season, sectors: 60 });
    const second = await plantField(database(), { id: "a-second", ...season });
    const { irrigation } = openIrrigation(database(), NOW);
    await irrigation.settle();
    const oldest = "z-first-sector-9";
    await irrigation.balances.markStale([oldest], season.to);
    await irrigation.balances.markStale(second.sectorIds, season.to);
    // A sector that is marked again remains the oldest.
    await irrigation.balances.markStale(first.sectorIds, season.from);
    const balance = irrigation.jobs.find(({ name }) => name === "balance");
    expect(await balance?.due?.()).toEqual([first.clientId, second.clientId]);
    expect(await balance?.run(first.clientId)).toBe(UNFINISHED);
    const left = await database().select({ sectorId: staleSectors.sectorId }).from(staleSectors);
    expect(left).toHaveLength(11);
    expect(left).not.toContainEqual({ sectorId: oldest });
    await irrigation.settle();
    expect(await marksOf(first.clientId, second.clientId)).toEqual([0, 0]);
  });

  it("of a client with many do not hold up the others, neither their jobs nor their reads", async () => {
    const large = await plantField(database(), { id: "large", ...season, sectors: 400 });
    const small = await plantField(database(), { id: "small", ...season });
    const { irrigation } = openIrrigation(database(), NOW);
    await irrigation.settle();
    const markBoth = () => irrigation.balances.markStale([...large.sectorIds, ...small.sectorIds], season.from);
    await markBoth();
    const balance = irrigation.jobs.find(({ name }) => name === "balance");
    expect(await balance?.run(large.clientId)).toBe(UNFINISHED);
    expect(await marksOf(large.clientId, small.clientId)).toEqual([350, 1]);
    expect(await balance?.run(small.clientId)).toBeUndefined();
    expect(await marksOf(large.clientId, small.clientId)).toEqual([350, 0]);

    await markBoth();
    const settled = irrigation.settle(large.clientId);
    await irrigation.balances.rows(small.sectorId, season.from, season.to);
    const [left, own] = await marksOf(large.clientId, small.clientId);
    expect(own).toBe(0);
    expect(left).toBeGreaterThan(0);
    await settled;
    expect(await marksOf(large.clientId)).toEqual([0]);
  });

  it("of a large start are written and not computed before it answers, and a read computes its own client's", async () => {
    const large = await plantField(database(), { id: "many", ...season, sectors: 120 });
    const small = await plantField(database(), { id: "few", ...season });
    const before = openIrrigation(database(), NOW).irrigation;
    await before.settle();
    await database().execute(sql`update weather_days set rain = 9 where farm_id = ${"few-farm"}`);
    await database().update(balancePrograms).set({ program: "older" });
    const { irrigation } = openIrrigation(database(), NOW);
    const balance = irrigation.jobs.find(({ name }) => name === "balance");
    expect(await balance?.due?.()).toEqual(expect.arrayContaining([large.clientId, small.clientId]));
    expect(await marksOf(large.clientId, small.clientId)).toEqual([120, 1]);
    expect(await irrigation.balances.rows(small.sectorId, season.to, season.to)).toMatchObject([{ rain: 9 }]);
    expect(await marksOf(large.clientId, small.clientId)).toEqual([120, 0]);
    await irrigation.settle();
  });

  it("are all that a restart computes, except once after a change of the program", async () => {
    const field = await plantField(database(), { id: "restarted", from: FROM, to: "2026-05-19" });
    const rainAfterRestart = async () => {
      const { irrigation } = openIrrigation(database(), NOW);
      await irrigation.settle();
      return (await irrigation.balances.rows(field.sectorId, day, day))[0]?.rain;
    };
    expect(await rainAfterRestart()).toBe(0);
    await database().execute(`update weather_days set rain = 9 where farm_id = '${field.farmId}' and date = '${day}'`);
    expect(await rainAfterRestart()).toBe(0);
    await database().update(balancePrograms).set({ program: "older" });
    expect(await rainAfterRestart()).toBe(9);
  });

  it("are rolled back with a failed write", async () => {
    const field = await plantField(database(), { id: "undone", from: FROM, to: FROM });
    await addWeather(database(), field.farmId, addDays(FROM, 1), addDays(FROM, 2));
    const { events } = await dying();
    const failing = database().transaction(async (transaction) => {
      await events.emitWithin(transaction, "weather", [{ clientId: field.clientId, farmId: field.farmId, from: FROM }]);
      throw new Error("in the middle");
    });
    await expect(failing).rejects.toThrow("in the middle");
    expect(await database().$count(staleSectors, eq(staleSectors.sectorId, field.sectorId))).toBe(0);
  });
});

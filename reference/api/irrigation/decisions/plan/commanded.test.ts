import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { pivotCommands } from "../../../schema/commands.ts";
import { pivotRuns } from "../../../schema/irrigation.ts";
import { pivotStatuses } from "../../../schema/telemetry.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { MORNING, openIrrigation, plantSeason, TODAY, times } from "../../testing/field.ts";

const EVENING = new Date(`${TODAY}T23:11:00Z`);
const NOW = new Date(MORNING);

describeDatabases("the plan of a commanded machine", (database) => {
  let number = 0;
  async function farm(season: Parameters<typeof plantSeason>[2] = {}) {
    number += 1;
    const planted = await plantSeason(database(), `commanded-${number}`, season);
    const pivotId = planted.sectorId.replace("sector", "pivot");
    const opened = openIrrigation(database(), MORNING);
    await opened.irrigation.settle();
    const look = async () => {
      const { plans, machines } = await opened.irrigation.decisions.overview({ clientIds: [planted.clientId] });
      return { items: plans[0]?.items.filter((item) => item.pivotId === pivotId) ?? [], day: machines[0] };
    };
    const command = async (order: CommandOrder, change: Partial<typeof pivotCommands.$inferInsert> = {}) => {
      const _id = crypto.randomUUID();
      await database()
        .insert(pivotCommands)
        .values({
          ...{
            ...times,
            _id,
            clientId: planted.clientId,
            pivotId,
            order,
            issuedAt: NOW,
            expiresAt: NOW,
            byName: "Ana",
          },
          ...{ state: "asked" as const, states: [], ...change },
        });
      return _id;
    };
    return { ...planted, ...opened, pivotId, look, command };
  }

  it("has its scheduled start, at its hour and speed, alone, until it is cancelled", async () => {
    const { look, command } = await farm();
    const before = await look();
    expect(before.items).toHaveLength(1);
    const order = { command: "start", wet: true, percent: 40 } as const;
    const _id = await command(order, { scheduledFor: EVENING });
    const { items, day } = await look();
    expect(items).toMatchObject([
      { startAt: EVENING.toISOString(), percent: 40, passes: 1, commanded: { _id, by: "Ana" }, pauses: [] },
    ]);
    const decision = { kind: "run", isUnderWay: false, startAt: EVENING.toISOString(), run: { percent: 40 } };
    expect(day?.decision).toMatchObject(decision);
    expect(day?.sectors[0]?.decision).toMatchObject(decision);
    await database().update(pivotCommands).set({ state: "cancelled" }).where(eq(pivotCommands._id, _id));
    expect(await look()).toEqual(before);
  });

  it("has the run of a start that no recommendation asks for, until its stop", async () => {
    const { look, command } = await farm({ season: { plantingDate: TODAY } });
    const before = await look();
    const stopAt = { at: new Date(EVENING.getTime() + 3 * HOUR_MS).toISOString() };
    const table = [
      { fromDeg: 0, toDeg: 180, percent: 50 },
      { fromDeg: 180, toDeg: 360, percent: 25 },
    ];
    await command({ command: "start", wet: true, table, stopAt }, { scheduledFor: EVENING });
    const { items, day } = await look();
    expect(items).toMatchObject([{ startAt: EVENING.toISOString(), endAt: stopAt.at, percent: null }]);
    expect(items[0]?.shares?.map(({ percent }) => percent)).toEqual([50, 25]);
    expect(day?.decision).toMatchObject({ kind: "run", startAt: EVENING.toISOString(), endAt: stopAt.at });
    await database().delete(pivotCommands);
    expect((await look()).items).toEqual(before.items);
  });

  it("is not moved by a person's choice of the day beside the command", async () => {
    const { look, command, irrigation, farmId, pivotId } = await farm();
    await command({ command: "start", wet: true, percent: 40 }, { scheduledFor: EVENING });
    const startAt = new Date(EVENING.getTime() - 5 * HOUR_MS).toISOString();
    const plan = await irrigation.decisions.tryPlan({ farmId, date: TODAY, choices: [{ pivotId, startAt }] });
    expect(plan?.items.map((item) => item.startAt)).toEqual([EVENING.toISOString()]);
    expect((await look()).items).toHaveLength(1);
  });

  it("ends a run under way at the hour or angle that was commanded", async () => {
    const { look, command, pivotId, sectorId } = await farm();
    const [startAt, endAt] = [NOW.getTime() - 2 * HOUR_MS, NOW.getTime()];
    const sectors = { [sectorId]: { startAt, endAt, volumeM3: 360, sweptDeg: 20 } };
    const run = { startAt, endAt, sweptDeg: 20, sectors, isMeasured: true, percentTime: 40 * 2 * HOUR_MS };
    await database().insert(pivotRuns).values({ pivotId, until: NOW, run });
    const status = { running: true, wet: true, direction: "forward" as const, angleDeg: 30 };
    await database()
      .insert(pivotStatuses)
      .values({ pivotId, date: NOW, ...status });
    const free = (await look()).items[0];
    const sentAt = new Date(startAt - MINUTE_MS);
    const hoursOf = async (stopAt: NonNullable<CommandOrder["stopAt"]>) => {
      const _id = await command(
        { command: "start", wet: true, percent: 40, stopAt },
        { state: "done", sentAt, issuedAt: sentAt },
      );
      const { items, day } = await look();
      await database().delete(pivotCommands).where(eq(pivotCommands._id, _id));
      expect(items).toMatchObject([{ underWay: true }]);
      expect(day?.decision).toMatchObject({ isUnderWay: true, endAt: items[0]?.endAt });
      expect(items[0]?.remainingMm ?? 0).toBeLessThan(free?.remainingMm ?? 0);
      return (Date.parse(items[0]?.endAt ?? "") - endAt) / HOUR_MS;
    };
    expect(await hoursOf({ at: new Date(endAt + 4 * HOUR_MS).toISOString() })).toBeCloseTo(4, 1);
    // 10° an hour.
    expect(await hoursOf({ angleDeg: 80 })).toBeCloseTo(5, 1);
  });
});

import { addDays } from "@lamina/shared/core/farm-time";
import type { BudgetOutlook } from "@lamina/shared/records/season/season-budget";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { farms } from "../../schema/farms.ts";
import { plantField } from "../testing/field.ts";

const HECTARES = (Math.PI * 400 ** 2) / 10_000;

describeApi("a budget of water for a season", (api) => {
  async function farm(id: string) {
    const token = await api().login("admin");
    const today = api().clock.now().toISOString().slice(0, 10);
    const from = addDays(today, -30);
    const worth = { kyStages: [0.4, 0.4, 1.5, 0.2], yieldKgHa: 9000, priceBrlKg: 1 };
    const field = await plantField(api().database, { id, from, to: addDays(today, -1), crop: worth });
    // Far from the regions with known normals, so that no usual rain lowers the needs.
    await api().database.update(farms).set({ lat: 2, lon: -62 }).where(eq(farms._id, field.farmId));
    const send = (path: string, body?: object) => api().send(path, { token, ...(body && { body }) });
    const { clientId, farmId } = field;
    const insert = (more: object) =>
      send("/SeasonBudget/Insert", { clientId, farmId, name: "Safra", from, to: addDays(today, 150), ...more });
    const outlook = async (more: object) => {
      const { status, body } = await insert(more);
      expect(status).toBe(200);
      return (await send(`/SeasonBudget/GetOutlook?ID=${(body as { _id: string })._id}`)).body as BudgetOutlook;
    };
    return { ...field, today, send, insert, outlook };
  }

  it("gives the stage of most yield a mm its water first, and says when it would end", async () => {
    const { today, outlook, send, clientId, sectorId } = await farm("budget-short");
    const all = await outlook({ mm: 5000 });
    expect(all).toMatchObject({ unit: "m3", shadowBrl: 0, endsOn: null, used: 0, isWorthKnown: true });
    expect(all.stages.map(({ stage }) => stage)).toEqual([1, 2, 3]);
    expect(all.stages.every(({ needMm, givenMm }) => needMm === givenMm)).toBe(true);

    const mid = all.stages.find(({ stage }) => stage === 2)?.needMm ?? 0;
    const short = await outlook({ m3: Math.round(10 * HECTARES * (mid + 20)) });
    const given = Object.fromEntries(short.stages.map(({ stage, givenMm }) => [stage, givenMm]));
    expect(given[2]).toBeCloseTo(mid, 1);
    expect(given[1]).toBeCloseTo(20, 0);
    expect(given[3]).toBe(0);
    expect(short.shadowBrl).toBeGreaterThan(0);
    expect(short.endsOn && short.endsOn > today).toBe(true);

    await send("/Watering/Insert", { clientId, sectorId, start: `${addDays(today, -3)}T12:00:00Z`, grossMm: 10 });
    const after = await outlook({ m3: Math.round(10 * HECTARES * (mid + 20)) });
    expect(after.used).toBeCloseTo(100 * HECTARES, -1);
    expect(after.stages.find(({ stage }) => stage === 1)?.givenMm).toBeCloseTo(10, 0);
  });

  it("says on which day it ran out, or on which one it will", async () => {
    const { today, outlook, insert, send, clientId, sectorId } = await farm("budget-out");
    const water = (days: number, grossMm: number) =>
      send("/Watering/Insert", { clientId, sectorId, start: `${addDays(today, days)}T12:00:00Z`, grossMm });
    for (const days of [-9, -6, -3]) await water(days, 5);
    // The pump runs 14 h of each day, so that its days end with 5, 10 and 15 mm.
    expect(await outlook({ mm: 9 })).toMatchObject({ endsOn: addDays(today, -6) });
    expect(await outlook({ mm: 14 })).toMatchObject({ endsOn: addDays(today, -3) });
    const [soon, later] = [await outlook({ mm: 45 }), await outlook({ mm: 105 })];
    const mm = (stages: BudgetOutlook["stages"]) => stages.reduce((sum, { givenMm }) => sum + givenMm, 0);
    expect(mm(soon.stages)).toBeCloseTo(30, 0);
    expect(soon.endsOn !== null && later.endsOn !== null && today < soon.endsOn && soon.endsOn < later.endsOn).toBe(
      true,
    );
    for (const unit of ["mm", "m3", "kwh", "brl"]) expect(await insert({ [unit]: 0 })).toMatchObject({ status: 400 });
  });

  it("refuses both amounts, none, and days in the wrong order", async () => {
    const { insert, today } = await farm("budget-refused");
    const fields = async (more: object) =>
      ((await insert(more)).body as { errors?: { field: string }[] }).errors?.map(({ field }) => field);
    expect(await fields({})).toEqual(["mm"]);
    expect(await fields({ mm: 300, m3: 1000 })).toEqual(["m3"]);
    expect(await fields({ mm: 300, to: addDays(today, -40) })).toEqual(["to"]);
  });
});

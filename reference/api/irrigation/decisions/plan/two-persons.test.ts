import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import type { PlanChoice } from "@lamina/shared/records/day-plan";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi } from "../../../../testing/api.ts";
import { pivots } from "../../../schema/farms.ts";
import { dayDecisions } from "../../../schema/irrigation.ts";
import { plantField } from "../../testing/field.ts";

const CLIENT = "demo-santa-clara";

describeApi("two persons who decide for one day", (api) => {
  it("keep both choices for two machines, and are asked where both chose for one", async () => {
    const token = await api().login("ana");
    const date = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(date, -3), to: addDays(date, -2) };
    const { farmId } = await plantField(api().database, { id: "two", clientId: CLIENT, ...span });
    const [first] = await api().database.select().from(pivots).where(eq(pivots.farmId, farmId));
    if (first === undefined) throw new Error("a pivot");
    const other = { ...first, _id: "two-other", name: "Outro" };
    await api().database.insert(pivots).values(other);
    const decide = async (choices: readonly PlanChoice[], seen?: readonly PlanChoice[]) =>
      api().send("/DayPlan/Decide", { token, body: { farmId, date, choices, ...(seen && { seen }) } });
    const stored = async () => {
      const rows = await api().database.select().from(dayDecisions).where(eq(dayDecisions.farmId, farmId));
      return rows[0]?.choices;
    };
    const mine = { pivotId: first._id, grossMm: 6 };
    const theirs = { pivotId: other._id, usesPeak: true };
    expect((await decide([theirs], [])).status).toBe(200);
    expect((await decide([mine], [])).status).toBe(200);
    expect(await stored()).toEqual([mine, theirs]);

    const contradiction = await decide([{ ...mine, grossMm: 9 }], []);
    expect([contradiction.status, contradiction.body]).toMatchObject([
      409,
      { current: { userName: expect.any(String), choices: [mine, theirs] } },
    ]);
    expect(await stored()).toEqual([mine, theirs]);
    // A choice that was taken back stays so, and a person who saw all may replace all.
    expect((await decide([theirs], [mine, theirs])).status).toBe(200);
    expect(await stored()).toEqual([theirs]);
    expect((await decide([{ ...mine, grossMm: 9 }])).status).toBe(200);
    expect(await stored()).toEqual([{ ...mine, grossMm: 9 }]);
  });
});

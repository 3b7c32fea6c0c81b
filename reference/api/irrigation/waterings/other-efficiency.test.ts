import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import type { Balance } from "@lamina/shared/records/balance";
import type { Watering } from "@lamina/shared/records/irrigation";
import { expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { waterings } from "../../schema/irrigation.ts";
import { plantField, watering } from "../testing/field.ts";

describeApi("another efficiency of a machine", (api) => {
  it("changes net depths and balance of the season's days, keeps gross depths, and is audited", async () => {
    const token = await api().login("admin");
    const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const from = addDays(today, -30);
    const field = await plantField(api().database, { id: "other-ea", from, to: addDays(today, -1) });
    const { clientId, sectorId } = field;
    const send = (path: string, body?: object) => api().send(path, { token, ...(body && { body }) });
    const at = (days: number) => `${addDays(today, days)}T12:00:00.000Z`;
    await send("/Watering/Insert", { clientId, sectorId, start: at(-5), grossMm: 20 });
    await api()
      .database.insert(waterings)
      .values([
        watering(field, "other-ea-before", at(-40), 20),
        { ...watering(field, "other-ea-found", at(-3), 20), source: "detected" },
      ]);
    const day = async (days: number) => {
      const date = addDays(today, days);
      const { body } = await send(`/Balance/GetBySectorID?ID=${sectorId}&from=${date}&to=${date}`);
      return (body as Balance[])[0];
    };
    const [gross, dr] = [(await day(-5))?.irrGross, (await day(-2))?.dr ?? 0];
    expect(await day(-5)).toMatchObject({ irrGross: 20, irrNet: 17 });

    const { body } = await send(`/Pivot/GetByID?ID=other-ea-pivot-1`);
    const { efficiencyPct: _before, ...pivot } = body as { efficiencyPct: number };
    expect(await send("/Pivot/Update", { ...pivot, efficiencyPct: 70 })).toMatchObject({ status: 200 });
    expect(await day(-5)).toMatchObject({ irrGross: gross, irrNet: 14 });
    expect((await day(-2))?.dr).toBeGreaterThan(dr);
    const answer = await send(`/Watering/GetByClientID?ID=${clientId}`);
    const nets = new Map((answer.body as Watering[]).map(({ _id, netMm }) => [_id, netMm] as const));
    expect([nets.get("other-ea-before"), nets.get("other-ea-found")]).toEqual([17, 17]);
    const recorded = [...nets].find(([id]) => !id.startsWith("other-ea"))?.[0];
    const audit = await send(`/Audit/GetByRecordID?entity=Watering&ID=${recorded}`);
    expect(JSON.stringify(audit.body)).toContain("eficiência");
  });
});

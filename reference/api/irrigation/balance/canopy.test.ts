import { addDays } from "@lamina/shared/core/farm-time";
import type { Balance } from "@lamina/shared/records/balance";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { plantField } from "../testing/field.ts";

describeApi("observed covers", (api) => {
  async function farm(id: string, planted = -60) {
    const token = await api().login("admin");
    const today = api().clock.now().toISOString().slice(0, 10);
    const from = addDays(today, planted);
    const { clientId, sectorId } = await plantField(api().database, { id, from, to: addDays(today, 6) });
    const send = (path: string, body?: object) => api().send(path, { token, ...(body && { body }) });
    const rows = async () =>
      (await send(`/Balance/GetBySectorID?ID=${sectorId}&from=${from}&to=${today}`)).body as Balance[];
    const see = async (days: number, seen: object) =>
      send("/CanopyObservation/Insert", { clientId, sectorId, date: addDays(today, days), ...seen });
    const recompute = () => send("/Balance/Recompute", { sectorId });
    return { clientId, sectorId, today, send, rows, see, recompute, token };
  }

  it("change Kc from their day on, say so in Por quê, and give the same balance back when they go", async () => {
    const { clientId, today, token, send, rows, see, recompute } = await farm("canopy-seen");
    await recompute();
    const before = await rows();
    expect(before.length).toBeGreaterThan(50);
    expect(before.every(({ canopyKc }) => canopyKc === 0)).toBe(true);
    const { status, body } = await see(-5, { coverPct: 30 });
    expect([status, body]).toMatchObject([200, { cover: 0.3, coverPct: 30 }]);
    const seen = await rows();
    const at = (list: Balance[], days: number) => list.find(({ date }) => date === addDays(today, days));
    expect(at(seen, -6)).toEqual(at(before, -6));
    // Kc 1.2 in mid-season; Kd of 30 % is 0.3 ^ (1 / (1 + 3 / 7)).
    const low = 0.4 + 0.8 * 0.3 ** (1 / (1 + 3 / 7));
    expect(at(seen, -5)?.kc).toBeCloseTo(low, 3);
    expect(at(seen, -5)?.canopyKc).toBeCloseTo(low - 1.2, 3);
    const { body: given } = await send(`/Recommendation/GetByClientID?ID=${clientId}&date=${today}`);
    const [card] = given as Recommendation[];
    const reasons = card?.reasons ?? [];
    expect(reasons.find(({ key }) => key === "kc")).toMatchObject({ source: "canopy" });
    expect(reasons.find(({ key }) => key === "kcCurve")).toMatchObject({ value: 1.2 });

    const { _id } = body as { _id: string };
    await send("/CanopyObservation/Update", { _id, ndvi: 0.5 });
    expect((await send(`/CanopyObservation/GetByID?ID=${_id}`)).body).toMatchObject({
      ndvi: 0.5,
      cover: expect.closeTo(0.45, 6),
    });
    expect((await send(`/CanopyObservation/GetByID?ID=${_id}`)).body).not.toHaveProperty("coverPct");
    await api().send(`/CanopyObservation/Delete?ID=${_id}`, { method: "DELETE", token });
    expect(await rows()).toEqual(before);
  });

  it("refuse both amounts, none, the future and a scale of 10 000", async () => {
    const { see } = await farm("canopy-refused", -10);
    const fields = async (days: number, seen: object) =>
      ((await see(days, seen)).body as { errors?: { field: string; id: string }[] }).errors?.map(({ field }) => field);
    expect(await fields(0, {})).toEqual(["coverPct"]);
    expect(await fields(0, { coverPct: 30, ndvi: 0.4 })).toEqual(["ndvi"]);
    expect(await fields(3, { coverPct: 30 })).toEqual(["date"]);
    expect(await fields(0, { ndvi: 6500 })).toEqual(["ndvi"]);
  });

  it("are imported once; another value of the day is a correction", async () => {
    const { clientId, sectorId, today, send } = await farm("canopy-import", -10);
    const row = { sectorId, date: addDays(today, -2), ndvi: 0.6 };
    const insert = (key: string, rows: object[]) => send("/CanopyObservation/Import", { clientId, key, rows });
    const first = await insert("canopy-file-1", [row, { ...row, date: addDays(today, -1) }, { ...row, ndvi: 7 }]);
    expect(first.body).toMatchObject({ inserted: 2, errors: [{ row: 3, field: "ndvi" }] });
    expect((await insert("canopy-file-2", [row])).body).toMatchObject({ inserted: 0, duplicate: 1 });
  });
});

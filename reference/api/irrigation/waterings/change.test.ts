import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { pivots } from "../../schema/farms.ts";
import { plantField } from "../testing/field.ts";

describeApi("a change of a watering", (api) => {
  it("of one amount computes the others again", async () => {
    const token = await api().login("admin");
    const span = { from: "2026-01-01", to: "2026-01-10" };
    const { clientId, sectorId } = await plantField(api().database, { id: "change", ...span });
    const send = (path: string, body?: object) => api().send(path, { token, ...(body && { body }) });
    const start = new Date(api().clock.now().getTime() - 36e5).toISOString();
    const { body } = await send("/Watering/Insert", { clientId, sectorId, start, grossMm: 20 });
    const _id = String((body as { _id: string })._id);
    const read = async () => (await send(`/Watering/GetByID?ID=${_id}`)).body as Record<string, number>;
    const before = await read();

    expect((await send("/Watering/Update", { _id, grossMm: 10 })).status).toBe(200);
    expect(await read()).toMatchObject({
      grossMm: 10,
      hours: (before.hours ?? 0) / 2,
      volumeM3: (before.volumeM3 ?? 0) / 2,
    });
    expect((await send("/Watering/Update", { _id, hours: before.hours })).status).toBe(200);
    expect((await read()).grossMm).toBeCloseTo(20);
    expect((await send("/Watering/Update", { _id, note: "Vento" })).status).toBe(200);
    expect((await read()).grossMm).toBeCloseTo(20);
  });

  it("judges what it changes, and not what the API computed", async () => {
    const token = await api().login("admin");
    const span = { from: "2026-01-01", to: "2026-01-10" };
    const { clientId, sectorId } = await plantField(api().database, { id: "derived", ...span });
    const send = (path: string, body: object) => api().send(path, { token, body });
    const start = new Date(api().clock.now().getTime() - 36e5).toISOString();
    const hoursOf = async (flowM3h: number, grossMm: number) => {
      await api().database.update(pivots).set({ flowM3h }).where(eq(pivots.clientId, clientId));
      const { body } = await send("/Watering/Insert", { clientId, sectorId, start, grossMm });
      const { _id, hours } = body as { _id: string; hours: number };
      return { _id, hours };
    };
    for (const { _id, hours } of [await hoursOf(10, 90), await hoursOf(20_000, 0.1)]) {
      expect(hours > 240 || hours < 0.1).toBe(true);
      expect(await send("/Watering/Update", { _id, note: "Vento" })).toMatchObject({ status: 200 });
      expect(await send("/Watering/Update", { _id })).toMatchObject({ status: 200 });
      expect(await send("/Watering/Update", { _id, hours: 241 })).toMatchObject({ status: 400 });
      expect(await send("/Watering/Update", { _id, sectorId: null })).toMatchObject({ status: 400 });
    }
  });
});

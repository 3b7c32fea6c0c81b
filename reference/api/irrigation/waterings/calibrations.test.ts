import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { ruleText } from "@lamina/shared/rules/rule-text";
import type { ManagementReport } from "@lamina/shared/views/report";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { waterings } from "../../schema/irrigation.ts";
import { plantField, times } from "../testing/field.ts";

const HECTARES = (Math.PI * 400 ** 2) / 10_000;
/** 5.4 mm at 100 %. */
const PIVOT = { flowM3h: (5.4 * 10 * HECTARES) / 15, time100H: 15 };

describeApi("calibrations of a machine", (api) => {
  async function farm(id: string) {
    const token = await api().login("admin");
    const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const from = addDays(today, -40);
    const field = await plantField(api().database, { id, from, to: addDays(today, 6), pivot: PIVOT });
    const { clientId, sectorId } = field;
    const pivotId = `${id}-pivot-1`;
    const send = (path: string, body?: object) => api().send(path, { token, ...(body && { body }) });
    const at = (days: number) => `${addDays(today, days)}T12:00:00.000Z`;
    const record = async (days: number, amount: object) => {
      const answer = await send("/Watering/Insert", { clientId, sectorId, start: at(days), ...amount });
      expect(answer.status).toBe(200);
      return (answer.body as { _id: string })._id;
    };
    const measure = async (days: number, measured: object) => {
      const date = addDays(today, days);
      const answer = await send("/MachineCalibration/Insert", { clientId, pivotId, date, ...measured });
      expect(answer).toMatchObject({ status: 200 });
      return (answer.body as { _id: string })._id;
    };
    const depth = async (_id: string) => {
      const [row] = await api().database.select().from(waterings).where(eq(waterings._id, _id));
      return row;
    };
    const balance = async (days: number) => {
      const date = addDays(today, days);
      const answer = await send(`/Balance/GetBySectorID?ID=${sectorId}&from=${date}&to=${date}`);
      return (answer.body as { irrGross: number }[])[0]?.irrGross;
    };
    return { ...field, token, today, pivotId, send, at, record, measure, depth, balance };
  }

  it("change depths from their day on, in records, panel runs and balance, and give them back", async () => {
    const { clientId, sectorId, send, at, record, measure, depth, balance } = await farm("flow");
    const [early, percent, hours, written] = [
      await record(-10, { percent: 50 }),
      await record(-4, { percent: 50 }),
      await record(-3, { hours: 30 }),
      await record(-2, { grossMm: 12 }),
    ];
    const panel = "flow-panel";
    const run = { start: new Date(at(-1)), grossMm: 10.8, netMm: 9.18, hours: 30, volumeM3: 5400, source: "telemetry" };
    await api()
      .database.insert(waterings)
      .values([
        { _id: panel, clientId, sectorId, ...times, ...run, source: "telemetry", measured: false },
        { _id: `${panel}-flow`, clientId, sectorId, ...times, ...run, source: "telemetry", measured: true },
      ]);
    expect(await balance(-4)).toBeCloseTo(10.8, 3);

    const _id = await measure(-5, { kind: "flow", flowM3h: 0.9 * PIVOT.flowM3h });
    expect((await depth(early))?.grossMm).toBeCloseTo(10.8, 6);
    expect((await depth(percent))?.grossMm).toBeCloseTo(9.72, 6);
    expect((await depth(hours))?.grossMm).toBeCloseTo(9.72, 6);
    expect((await depth(written))?.grossMm).toBe(12);
    expect(await depth(panel)).toMatchObject({ grossMm: expect.closeTo(9.72, 6), volumeM3: expect.closeTo(4860, 6) });
    expect((await depth(`${panel}-flow`))?.grossMm).toBe(10.8);
    expect(await balance(-4)).toBeCloseTo(9.72, 3);
    expect(await balance(-10)).toBeCloseTo(10.8, 3);

    expect((await send("/MachineCalibration/Update", { _id, flowM3h: 0.95 * PIVOT.flowM3h })).status).toBe(200);
    expect((await depth(percent))?.grossMm).toBeCloseTo(10.26, 6);
    expect((await depth(panel))?.grossMm).toBeCloseTo(10.26, 6);
    expect(
      (
        await api().send(`/MachineCalibration/Delete?ID=${_id}`, {
          method: "DELETE",
          token: await api().login("admin"),
        })
      ).status,
    ).toBe(200);
    expect((await depth(percent))?.grossMm).toBeCloseTo(10.8, 6);
    expect((await depth(panel))?.grossMm).toBeCloseTo(10.8, 6);
    expect(await balance(-4)).toBeCloseTo(10.8, 3);
  });

  it("set the hours of new records, and the head of the report of their days", async () => {
    const { clientId, today, token, record, measure, depth } = await farm("report");
    const cans = [100, 200, 300, 400].map((radiusM) => ({ radiusM, depthMm: 9 }));
    await measure(-1, { kind: "cans", percent: 50, cans });
    // A revolution at 50 % takes 30 h, though the cans caught less than the pump gave.
    expect(await depth(await record(-1, { percent: 50 }))).toMatchObject({
      grossMm: expect.closeTo(9, 6),
      hours: expect.closeTo(30, 6),
    });
    const headOf = async (day: string) => {
      const path = `/Report/IrrigationManager?ID=${clientId}&from=${addDays(today, -9)}&to=${day}`;
      const { body } = await api().send(path, { token });
      return (body as ManagementReport).sectors[0];
    };
    expect(await headOf(today)).toMatchObject({ depth100Mm: expect.closeTo(4.5, 6), cucPct: expect.closeTo(100, 6) });
    expect((await headOf(addDays(today, -2)))?.depth100Mm).toBeCloseTo(5.4, 6);
  });

  it("refuse cans that catch more than the machine pumped by its flow and time of that day", async () => {
    const { clientId, pivotId, today, send, measure } = await farm("caught");
    // 10.8 mm are pumped at 50 %.
    const cansOf = (depthMm: number) => [100, 200, 300, 400].map((radiusM) => ({ radiusM, depthMm }));
    const body = (depthMm: number) => ({ kind: "cans", percent: 50, cans: cansOf(depthMm) });
    const refused = async (path: string, given: object) => {
      const answer = await send(path, { clientId, pivotId, date: today, ...given });
      return (answer.body as { errors?: object[] }).errors ?? answer.status;
    };
    const reason = { field: "cans", id: "above-pumped", pumpedMm: expect.closeTo(10.8, 2) };
    expect(await refused("/MachineCalibration/Insert", body(35.6))).toEqual([
      expect.objectContaining({ ...reason, caughtMm: expect.closeTo(35.6, 2) }),
    ]);
    expect(ruleText({ field: "cans", id: "above-pumped", caughtMm: 35.64, pumpedMm: 10.8 })).toContain(
      "35,64 mm, mais do que os 10,8 mm",
    );
    const _id = await measure(0, body(12.5));
    expect(await refused("/MachineCalibration/Update", { _id, cans: cansOf(14) })).toEqual([
      expect.objectContaining(reason),
    ]);
    // A revolution that takes a third longer brings a third more.
    await measure(-1, { kind: "revolution", percent: 50, hours: 40 });
    expect(await refused("/MachineCalibration/Update", { _id, cans: cansOf(14) })).toBe(200);
  });

  it("refuse what their kind does not have, the future, and cans without a panel", async () => {
    const { clientId, pivotId, today, send } = await farm("refused");
    const insert = async (body: object) => {
      const answer = await send("/MachineCalibration/Insert", { clientId, pivotId, date: today, ...body });
      return (answer.body as { errors?: { field: string }[] }).errors?.map(({ field }) => field);
    };
    expect(await insert({ kind: "cans", percent: 50, cans: [{ radiusM: 10, depthMm: 5 }] })).toEqual(["cans"]);
    expect(await insert({ kind: "revolution", hours: 20 })).toEqual(["percent"]);
    expect(await insert({ kind: "flow" })).toEqual(["flowM3h"]);
    expect(await insert({ kind: "flow", flowM3h: 100, date: addDays(today, 3) })).toEqual(["date"]);
    const drip = await plantField(api().database, {
      id: "refused-drip",
      from: today,
      to: today,
      clientId,
      pivot: { kind: "drip" },
    });
    expect(drip.clientId).toBe(clientId);
    expect(await insert({ kind: "revolution", percent: 50, hours: 20, pivotId: "refused-drip-pivot-1" })).toEqual([
      "kind",
    ]);
  });
});

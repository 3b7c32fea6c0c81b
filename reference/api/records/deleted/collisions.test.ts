import { setTimeout } from "node:timers/promises";
import { DeletedRecord } from "@lamina/shared/calls/views/deletions";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import { plantField } from "../../irrigation/testing/field.ts";

const CLIENT = "demo-santa-clara";
const OTHER = "demo-boa-esperanca";
const ROUNDS = 8;

describeApi("a deletion beside other acts", (api) => {
  let token: string;
  let number = 0;
  const send = (path: string, body: object, clientId = CLIENT) =>
    api().send(path, { token, body: { clientId, ...body } });
  const id = async (path: string, body: object, clientId = CLIENT) => {
    const answer = await send(path, body, clientId);
    expect([path, answer.status, answer.body]).toMatchObject([path, 200, {}]);
    return String((answer.body as JsonRecord)._id);
  };
  const remove = (path: string, of: string) => api().send(`${path}?ID=${of}`, { token, method: "DELETE" });
  const restore = async (recordId: string) => {
    const { body } = await api().send(`/Deletion/GetByClientID?ID=${CLIENT}`, { token });
    const found = (body as unknown[]).map((one) => DeletedRecord.parse(one)).find((one) => one.recordId === recordId);
    return send("/Deletion/Restore", { _id: found?._id });
  };
  const plant = async (clientId = CLIENT) => {
    const name = `col${++number}`;
    const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(today, -3), to: addDays(today, -2) };
    const { farmId, sectorId } = await plantField(api().database, { id: name, clientId, ...span, sectors: 2 });
    return { farmId, sectorId, pivots: [`${name}-pivot-1`, `${name}-pivot-2`] as const };
  };
  const rows = async (statement: ReturnType<typeof sql>) => (await api().database.execute(statement)).rows;

  beforeAll(async () => {
    token = await api().login("ana");
  });

  it("never leaves a permit, budget, monitor, rule or person that names what is gone", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { farmId, sectorId, pivots } = await plant();
      const [one, two] = pivots;
      const own = { farmId, pivotIds: [two] };
      const permit = await id("/WaterPermit/Insert", { ...own, number: `C-${round}`, m3Month: 1 });
      const budget = { farmId, name: "Safra", from: "2026-01-01", to: "2026-06-30", m3: 1 };
      const device = await id("/Device/Insert", {
        ...{ farmId, sensorTypeId: "soil-moisture-probe", serial: `C-${farmId}`, pivotId: two },
      });
      const sensor = await id("/Sensor/Insert", {
        deviceId: device,
        variable: "soilMoist",
        unit: "% vol",
        depthCm: 10,
      });
      const rule = { type: "waterUse", severity: "info", threshold: 80, scope: { kind: "pivot", id: one } };
      const answers = await Promise.all([
        send("/WaterPermit/Update", { _id: permit, pivotIds: [one, two] }),
        remove("/Pivot/Delete", one),
        send("/SeasonBudget/Insert", { ...budget, pivotIds: [one] }),
        send("/Monitor/Insert", { name: "Sonda", sectorId, sensorIds: [sensor] }),
        send("/Farm/Update", { _id: farmId, stationDeviceId: device }),
        remove("/Device/Delete", device),
        send("/AlertRule/Insert", rule),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
    }
    const gone = await rows(sql`
      select 'permit' as kind, w._id from water_permits w, jsonb_array_elements_text(pivot_ids) e (id)
        where not exists (select from pivots p where p._id = e.id)
      union all select 'budget', b._id from season_budgets b, jsonb_array_elements_text(pivot_ids) e (id)
        where not exists (select from pivots p where p._id = e.id)
      union all select 'monitor', m._id from monitors m, jsonb_array_elements_text(sensor_ids) e (id)
        where not exists (select from sensors s where s._id = e.id)
      union all select 'rule', _id from alert_rules where scope->>'kind' = 'pivot'
        and not exists (select from pivots p where p._id = scope->>'id')
      union all select 'station', _id from farms where station_device_id is not null
        and not exists (select from devices d where d._id = station_device_id)`);
    expect(gone).toEqual([]);
  });

  it("is waited for by a record that begins to name its record", async () => {
    const { farmId, pivots } = await plant();
    const [one, two] = pivots;
    const permit = await id("/WaterPermit/Insert", { farmId, pivotIds: [two], number: "C-late", m3Month: 1 });
    const answer = await api().database.transaction(async (transaction) => {
      await transaction.execute(sql`select from pivots where _id = ${one} for update`);
      const sent = send("/WaterPermit/Update", { _id: permit, pivotIds: [one, two] });
      let isAnswered = false;
      void sent.finally(() => {
        isAnswered = true;
      });
      const waits = async () =>
        (await transaction.execute(sql`select from pg_locks where not granted`)).rows.length > 0;
      for (let look = 0; look < 50 && !isAnswered && !(await waits()); look++) await setTimeout(20);
      await transaction.execute(sql`delete from pivots where _id = ${one}`);
      // A transaction would wait for a promise that it returns.
      return { sent };
    });
    expect((await answer.sent).status).toBe(400);
  });

  it("of a farm ends an import into it with an error of each row, or takes its rows along", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { farmId, sectorId, pivots } = await plant();
      const start = (index: number) =>
        new Date(api().clock.now().getTime() - (index + 90) * 60 * MINUTE_MS).toISOString();
      const waterings = Array.from({ length: 20 }, (_, index) => ({ sectorId, start: start(index), grossMm: 5 }));
      const machines = [
        { farmId, name: "Novo", kind: "pivot", lat: -15, lon: -47, radiusM: 300, flowM3h: 1, efficiencyPct: 85 },
      ];
      const key = `import-${farmId}`;
      const [water, machine, deleted] = await Promise.all([
        send("/Watering/Import", { key, rows: waterings }),
        send("/Pivot/Import", { key: `${key}-machines`, rows: machines }),
        remove("/Farm/Delete", farmId),
        send("/Pivot/Update", { _id: pivots[0], flowM3h: 99 }),
      ]);
      expect([water, machine, deleted].map(({ status, body }) => [status, status >= 500 ? body : ""])).toEqual(
        Array.from({ length: 3 }, () => [200, ""]),
      );
      const left = await rows(sql`select _id from waterings where sector_id = ${sectorId}`);
      expect(left).toEqual([]);
      expect((await restore(farmId)).status).toBe(200);
      const { inserted, errors } = water.body as { inserted: number; errors: unknown[] };
      expect(inserted + errors.length).toBe(20);
      expect(await rows(sql`select _id from waterings where sector_id = ${sectorId}`)).toHaveLength(inserted);
    }
  });

  it("of a farm cannot be undone while another client has the serial of its device, and names it", async () => {
    const { farmId } = await plant();
    const fields = { sensorTypeId: "soil-moisture-probe", serial: "TAKEN-1" };
    await id("/Device/Insert", { ...fields, farmId });
    await remove("/Farm/Delete", farmId);
    const other = await plant(OTHER);
    const taken = await id("/Device/Insert", { ...fields, farmId: other.farmId }, OTHER);
    const refused = await restore(farmId);
    expect([refused.status, refused.body]).toMatchObject([409, { errors: [{ field: "serial", id: "unique" }] }]);
    await remove("/Device/Delete", taken);
    expect((await restore(farmId)).status).toBe(200);
  });
});

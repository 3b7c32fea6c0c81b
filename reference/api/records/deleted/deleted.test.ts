import { DeletedRecord, RestoreReply } from "@lamina/shared/calls/views/deletions";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../../testing/api.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import { plantField } from "../../irrigation/testing/field.ts";
import { auditEntries } from "../../schema/audit.ts";
import { balances } from "../../schema/irrigation.ts";
import { deviceSecrets, readings, sensors } from "../../schema/telemetry.ts";
import { pruneOrphanedReadings } from "../../telemetry/store/orphaned-readings.ts";

const CLIENT = "demo-santa-clara";
const TABLES = [
  ...["farms", "pivots", "pivot_sectors", "seasons", "waterings", "rains", "weather_days", "field_notes"],
  ...["devices", "sensors", "monitors", "device_secrets", "pivot_statuses", "water_permits"],
];

describeApi(
  "deleted records",
  (api) => {
    let token: string;
    let number = 0;
    const send = (path: string, body: object, as = token) =>
      api().send(path, { token: as, body: { clientId: CLIENT, ...body } });
    const added = async (path: string, body: object) => {
      const answer = await send(path, body);
      expect([path, answer.status, answer.body]).toMatchObject([path, 200, {}]);
      return String((answer.body as JsonRecord)._id);
    };
    const get = async (path: string, id: string) =>
      (await api().send(`${path}?ID=${id}`, { token })).body as JsonRecord;
    const remove = async (path: string, id: string) =>
      expect((await api().send(`${path}?ID=${id}`, { token, method: "DELETE" })).status).toBe(200);
    const listed = async (as = token) =>
      ((await api().send(`/Deletion/GetByClientID?ID=${CLIENT}`, { token: as })).body as unknown[]).map((one) =>
        DeletedRecord.parse(one),
      );
    const last = async (name: string) => (await listed()).find((one) => one.name === name)?._id ?? "none";
    const restore = async (name: string, more: object = {}) => {
      const { status, body } = await send("/Deletion/Restore", { _id: await last(name), ...more });
      return { status, body, reply: RestoreReply.safeParse(body).data };
    };
    const plant = async () => {
      const id = `bin${++number}`;
      const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
      const span = { from: addDays(today, -20), to: addDays(today, -1) };
      return { id, ...(await plantField(api().database, { id, clientId: CLIENT, ...span, sectors: 2 })) };
    };
    /** All rows that belong to a planted farm, of the tables that people fill. */
    const rowsOf = async () => {
      const rows: Record<string, unknown[]> = {};
      for (const table of TABLES)
        rows[table] = (
          await api().database.execute(
            sql`select to_jsonb(t) as row from ${sql.identifier(table)} t order by to_jsonb(t)::text`,
          )
        ).rows.map(({ row }) => row);
      return rows;
    };

    beforeAll(async () => {
      token = await api().login("ana");
    });

    it("come back with all that went along, field by field", async () => {
      const field = await plant();
      const pivot = `${field.id}-pivot-1`;
      const device = await added("/Device/Insert", {
        ...{ farmId: field.farmId, sensorTypeId: "soil-moisture-probe", serial: `S-${field.id}`, pivotId: pivot },
      });
      const sensorId = await added("/Sensor/Insert", {
        deviceId: device,
        variable: "soilMoist",
        unit: "% vol",
        depthCm: 10,
      });
      await send("/Device/MakeSecret", { _id: device });
      await api()
        .database.insert(deviceSecrets)
        .values({ deviceId: device, hash: "hash", createdAt: api().clock.now() })
        .onConflictDoNothing();
      const [sensor] = await api().database.select().from(sensors).where(eq(sensors._id, sensorId));
      const at = new Date(api().clock.now().getTime() - DAY_MS);
      await api()
        .database.insert(readings)
        .values({ sensor: sensor?.number ?? 0, at, raw: 31 });
      await added("/Monitor/Insert", { name: "Sonda", sectorId: field.sectorId, sensorIds: [sensorId] });
      const start = new Date(api().clock.now().getTime() - 2 * DAY_MS).toISOString();
      await added("/Watering/Insert", { sectorId: field.sectorId, start, grossMm: 8.25 });
      await added("/FieldNote/Insert", { pivotId: pivot, at: start, note: "Bico entupido" });
      await added("/WaterPermit/Insert", { farmId: field.farmId, number: "O-9", m3Month: 1, pivotIds: [pivot] });
      const before = await rowsOf();
      await remove("/Farm/Delete", field.farmId);
      await pruneOrphanedReadings(api().database);
      expect(await api().database.$count(readings, eq(readings.sensor, sensor?.number ?? 0))).toBe(1);
      const [first] = await listed();
      expect(first).toMatchObject({ entity: "Farm", name: field.id, userName: "ana" });
      expect(first?.count).toBeGreaterThan(8);
      expect((await restore(field.id)).body).toEqual({ restored: (first?.count ?? 0) + 1, kept: [] });
      const after = await rowsOf();
      for (const table of TABLES) expect([table, after[table]]).toEqual([table, before[table]]);
      expect((await listed()).some(({ name }) => name === field.id)).toBe(false);
      const reasons = await api()
        .database.select({ reason: auditEntries.reason })
        .from(auditEntries)
        .where(eq(auditEntries.recordId, pivot))
        .orderBy(auditEntries.date);
      expect(reasons.map(({ reason }) => reason)).toContain("Restaurado dos excluídos.");
    });

    describe("a permit", () => {
      it("covers what it named before, after each order of deletions and restorations", async () => {
        const field = await plant();
        const [one, two] = [`${field.id}-pivot-1`, `${field.id}-pivot-2`];
        const own = { farmId: field.farmId, number: "O-2", m3Month: 1 };
        const permit = await added("/WaterPermit/Insert", { ...own, pivotIds: [one, two] });
        const names = [(await get("/Pivot/GetByID", one)).name, (await get("/Pivot/GetByID", two)).name].map(String);
        await remove("/Pivot/Delete", one);
        await remove("/Pivot/Delete", two);
        expect(await get("/WaterPermit/GetByID", permit)).toMatchObject({ pivotIds: [], active: false });
        expect((await restore(names[0] ?? "")).status).toBe(200);
        expect(await get("/WaterPermit/GetByID", permit)).toMatchObject({ pivotIds: [one], active: true });
        expect((await restore(names[1] ?? "")).status).toBe(200);
        const { pivotIds, active } = await get("/WaterPermit/GetByID", permit);
        expect([[...(pivotIds as string[])].sort(), active]).toEqual([[one, two], true]);
      });

      it("stays as a person left it since", async () => {
        const field = await plant();
        const [one, two] = [`${field.id}-pivot-1`, `${field.id}-pivot-2`];
        const own = { farmId: field.farmId, number: "O-3", m3Month: 1 };
        const permit = await added("/WaterPermit/Insert", { ...own, pivotIds: [one, two] });
        const name = String((await get("/Pivot/GetByID", one)).name);
        await remove("/Pivot/Delete", one);
        await send("/WaterPermit/Update", { _id: permit, m3Month: 2 });
        expect((await restore(name)).reply?.kept).toEqual([{ entity: "WaterPermit", name: "O-3" }]);
        expect(await get("/WaterPermit/GetByID", permit)).toMatchObject({ pivotIds: [two], m3Month: 2 });
      });
    });

    it("name what hinders them: a name or serial in use, a place that is gone, another season", async () => {
      const field = await plant();
      const pivot = `${field.id}-pivot-1`;
      const { _id: _, clientId: _client, ...record } = await get("/Pivot/GetByID", pivot);
      const name = String(record.name);
      await remove("/Pivot/Delete", pivot);
      const base = { farmId: field.farmId, kind: "pivot", lat: -15, lon: -47, radiusM: 300, flowM3h: 150 };
      await added("/Pivot/Insert", { ...base, name, efficiencyPct: 85 });
      const taken = await restore(name);
      expect([taken.status, taken.body]).toMatchObject([409, { errors: [{ field: "name", id: "unique" }] }]);
      expect((await restore(name, { name: "De volta" })).status).toBe(200);
      expect(await get("/Pivot/GetByID", pivot)).toMatchObject({ name: "De volta" });

      const device = { farmId: field.farmId, sensorTypeId: "soil-moisture-probe", serial: `D-${field.id}` };
      await remove("/Device/Delete", await added("/Device/Insert", device));
      await added("/Device/Insert", device);
      const serial = await restore(device.serial);
      expect([serial.status, serial.body]).toMatchObject([400, { errors: [{ field: "serial", id: "unique" }] }]);

      const season = `${field.id}-sector-2-season`;
      const { sectorId, cropId, plantingDate, kcMethod, status, initialMoisturePct } = await get(
        "/Season/GetByID",
        season,
      );
      await remove("/Season/Delete", season);
      await added("/Season/Insert", { sectorId, cropId, plantingDate, kcMethod, status, initialMoisturePct });
      // The days of the sector are those of the new season.
      await expect
        .poll(() => api().database.$count(balances, eq(balances.sectorId, String(sectorId))))
        .toBeGreaterThan(0);
      const other = await restore(String(plantingDate));
      expect([other.status, JSON.stringify(other.body)]).toMatchObject([
        409,
        expect.stringContaining("already-active"),
      ]);

      await remove("/Pivot/Delete", pivot);
      await remove("/Farm/Delete", field.farmId);
      const gone = await restore("De volta");
      expect([gone.status, gone.body]).toMatchObject([409, { errors: [{ field: "farmId", id: "not-found" }] }]);
      expect((gone.body as { detail: string }).detail).toContain(field.id);
      expect((await restore(field.id)).status).toBe(200);
      expect((await restore("De volta")).status).toBe(200);
    });

    it("are for those who may delete and add on the farm, once, for 30 days", async () => {
      const field = await plant();
      await remove("/Farm/Delete", field.farmId);
      const viewer = { name: "Só vê", userName: `ve-${field.id}`, groupId: "consulta" };
      await added("/User/Insert", viewer);
      const _id = await last(field.id);
      const bruno = await api().login("bruno");
      const isSeen = (await listed(bruno)).some((one) => one._id === _id);
      expectProblem(await send("/Deletion/Restore", { _id, clientId: "demo-boa-esperanca" }), 404, "not-found");
      if (!isSeen) expectProblem(await send("/Deletion/Restore", { _id }, bruno), 404, "not-found");
      const both = await Promise.all([1, 2, 3].map(() => send("/Deletion/Restore", { _id })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      await remove("/Farm/Delete", field.farmId);
      const again = await last(field.id);
      api().clock.advance(31 * DAY_MS);
      token = await api().login("ana");
      expect(await listed()).toEqual([]);
      expectProblem(await send("/Deletion/Restore", { _id: again }), 404, "not-found");
    });

    it("take back a budget that named them, and do not let it become one of the whole farm", async () => {
      const field = await plant();
      const pivot = `${field.id}-pivot-1`;
      const name = String((await get("/Pivot/GetByID", pivot)).name);
      const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
      const budget = await added("/SeasonBudget/Insert", {
        ...{ name: "Safra", farmId: field.farmId, pivotIds: [pivot], from: today, to: addDays(today, 90), m3: 1000 },
      });
      await remove("/Pivot/Delete", pivot);
      expect(await get("/SeasonBudget/GetByID", budget)).toMatchObject({ status: 404 });
      expect((await restore(name)).status).toBe(200);
      expect(await get("/SeasonBudget/GetByID", budget)).toMatchObject({ pivotIds: [pivot], m3: 1000 });
    });
  },
  { isDialect: true },
);

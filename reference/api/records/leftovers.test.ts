import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { describeApi } from "../../testing/api.ts";
import type { JsonRecord } from "../core/serialize.ts";
import { plantField } from "../irrigation/testing/field.ts";
import { auditEntries } from "../schema/audit.ts";

const CLIENT = "demo-santa-clara";

describeApi("references after a deletion", (api) => {
  let token: string;
  let field: Awaited<ReturnType<typeof plantField>>;
  const send = (path: string, body: object) => api().send(path, { token, body: { clientId: CLIENT, ...body } });
  const added = async (path: string, body: object) => {
    const answer = await send(path, body);
    expect([path, answer.status]).toEqual([path, 200]);
    return String((answer.body as JsonRecord)._id);
  };
  const get = async (path: string, id: string) => (await api().send(`${path}?ID=${id}`, { token })).body as JsonRecord;
  const remove = async (path: string, id: string) => {
    const { status, body } = await api().send(`${path}?ID=${id}`, { token, method: "DELETE" });
    return { status, deletedCount: (body as { deletedCount: number }).deletedCount };
  };
  const device = (serial: string) =>
    added("/Device/Insert", { farmId: field.farmId, sensorTypeId: "soil-moisture-probe", serial });
  const sensor = (deviceId: string, depthCm: number) =>
    added("/Sensor/Insert", { deviceId, variable: "soilMoist", unit: "% vol", depthCm });

  /** The audited actions on a record, sorted, because the clock of the test does not move. */
  const history = async (entity: string, recordId: string) => {
    const rows = await api()
      .database.select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.entity, entity), eq(auditEntries.recordId, recordId)))
      .orderBy(auditEntries.date);
    return rows.map(({ action }) => action).sort();
  };

  beforeAll(async () => {
    token = await api().login("ana");
    const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(today, -20), to: addDays(today, -19) };
    field = await plantField(api().database, { id: "left", clientId: CLIENT, ...span, sectors: 2 });
  });

  it("contain no deleted record: a monitor continues with its remaining sensors, and can be renamed", async () => {
    const [probe, gauge] = [await device("L-1"), await device("L-2")];
    const [shallow, middle, deep] = [await sensor(probe, 10), await sensor(probe, 20), await sensor(gauge, 40)];
    const weights = [0.2, 0.3, 0.5];
    const own = { name: "Sonda", sectorId: field.sectorId, sensorIds: [shallow, middle, deep], weights };
    const monitor = await added("/Monitor/Insert", own);
    const only = await added("/Monitor/Insert", { ...own, name: "Só um", sensorIds: [deep], weights: [1] });
    await send("/Farm/Update", { _id: field.farmId, stationDeviceId: gauge });
    await send("/PivotSector/Update", { _id: field.sectorId, gaugeDeviceId: gauge });

    expect(await remove("/Sensor/Delete", shallow)).toEqual({ status: 200, deletedCount: 1 });
    expect(await get("/Monitor/GetByID", monitor)).toMatchObject({
      sensorIds: [middle, deep],
      weights: [expect.closeTo(0.375), expect.closeTo(0.625)],
    });
    expect(await remove("/Device/Delete", gauge)).toEqual({ status: 200, deletedCount: 2 });
    expect(await get("/Monitor/GetByID", monitor)).toMatchObject({ sensorIds: [middle], weights: [1] });
    expect((await send("/Monitor/Update", { _id: monitor, name: "Outro nome" })).body).toEqual({ matchedCount: 1 });
    expect(await get("/Monitor/GetByID", only)).toMatchObject({ status: 404 });
    expect((await get("/Farm/GetByID", field.farmId)).stationDeviceId).toBeUndefined();
    expect((await get("/PivotSector/GetByID", field.sectorId)).gaugeDeviceId).toBeUndefined();
  });

  it("leave a permit, an alert rule and a user editable, and give no access to other farms", async () => {
    const [pivot, other] = [`left-pivot-1`, `left-pivot-2`];
    const permit = await added("/WaterPermit/Insert", {
      farmId: field.farmId,
      number: "O-1",
      m3Month: 1,
      pivotIds: [pivot, other],
    });
    const rule = { type: "rain", severity: "info", channels: ["inbox"] };
    const ofPivot = await added("/AlertRule/Insert", { ...rule, scope: { kind: "pivot", id: pivot } });
    const user = await added("/User/Insert", {
      name: "Limitado",
      userName: "limitado",
      groupId: "consulta",
      farmIds: [field.farmId],
    });
    const both = await added("/User/Insert", {
      name: "De duas",
      userName: "de-duas",
      groupId: "consulta",
      farmIds: [field.farmId, "demo-fazenda-buriti"],
    });
    // The sector with its season and its monitor.
    expect((await remove("/Pivot/Delete", pivot)).deletedCount).toBe(4);
    expect(await get("/WaterPermit/GetByID", permit)).toMatchObject({ pivotIds: [other], active: true });
    expect(await history("WaterPermit", permit)).toEqual(["insert", "update"]);
    expect(await history("AlertRule", ofPivot)).toEqual(["delete", "insert"]);
    expect(await get("/AlertRule/GetByID", ofPivot)).toMatchObject({ status: 404 });
    const noted = await api()
      .database.select({ entity: auditEntries.entity })
      .from(auditEntries)
      .where(
        and(
          inArray(auditEntries.recordId, ["left-sector-1", "left-sector-1-season"]),
          eq(auditEntries.action, "delete"),
        ),
      )
      .orderBy(auditEntries.date);
    expect(noted.map(({ entity }) => entity).sort()).toEqual(["PivotSector", "Season"]);

    await remove("/Farm/Delete", field.farmId);
    expect((await get("/User/GetByID", both)).farmIds).toEqual(["demo-fazenda-buriti"]);
    expect(await history("User", both)).toEqual(["insert", "update"]);
    expect((await get("/User/GetByID", user)).farmIds).toEqual([field.farmId]);
    expect((await send("/User/Update", { _id: user, name: "Ainda limitado" })).body).toEqual({ matchedCount: 1 });
  });

  describe("a permit that names pivots", () => {
    const plant = async (id: string) => {
      const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
      const span = { from: addDays(today, -20), to: addDays(today, -19) };
      return plantField(api().database, { id, clientId: CLIENT, ...span, sectors: 3 });
    };
    const permitOf = (farmId: string, pivotIds: readonly string[]) =>
      added("/WaterPermit/Insert", { farmId, number: "O-2", m3Month: 90_000, pivotIds });
    const usedMm = async (farmId: string) => {
      const { permits } = await api().services.irrigation.monthUses.of(CLIENT, api().clock.now());
      return permits.filter(({ farm }) => farm._id === farmId).map(({ pumping }) => pumping.length);
    };

    it("ends when its last pivot is deleted, and does not cover the others", async () => {
      const { farmId, sectorIds } = await plant("permit-end");
      const permit = await permitOf(farmId, ["permit-end-pivot-1", "permit-end-pivot-2"]);
      const start = new Date(api().clock.now().getTime() - DAY_MS).toISOString();
      await added("/Watering/Insert", { sectorId: sectorIds[2], start, grossMm: 30 });
      expect(await usedMm(farmId)).toEqual([0]);
      const before = await get("/WaterPermit/GetByID", permit);
      // Both at once: each transaction must see the deletion of the other.
      const removals = ["permit-end-pivot-1", "permit-end-pivot-2"].map((id) => remove("/Pivot/Delete", id));
      expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200]);
      const after = await get("/WaterPermit/GetByID", permit);
      expect(after).toMatchObject({ pivotIds: [], active: false });
      expect(after.updatedAt).not.toBe(before.updatedAt);
      expect(await history("WaterPermit", permit)).toEqual(["insert", "update", "update"]);
      expect(await usedMm(farmId)).toEqual([]);

      await send("/WaterPermit/Update", { _id: permit, m3Month: 80_000, pivotIds: [] });
      expect(await get("/WaterPermit/GetByID", permit)).toMatchObject({ m3Month: 80_000, active: false });
      await send("/WaterPermit/Update", { _id: permit, pivotIds: ["permit-end-pivot-3"] });
      expect(await get("/WaterPermit/GetByID", permit)).toMatchObject({ active: true });
      await remove("/Farm/Delete", farmId);
    });

    it("loses a pivot that moves to another farm, and ends with the last one", async () => {
      const [{ farmId }, other] = [await plant("permit-move"), await plant("permit-goal")];
      const pivotIds = ["permit-move-pivot-1", "permit-move-pivot-2"];
      const permit = await permitOf(farmId, pivotIds);
      const ofFarm = await permitOf(farmId, []);
      for (const [_id, left] of [
        [pivotIds[0], { pivotIds: [pivotIds[1]], active: true }],
        [pivotIds[1], { pivotIds: [], active: false }],
      ] as const) {
        expect((await send("/Pivot/Update", { _id, farmId: other.farmId })).body).toEqual({ matchedCount: 1 });
        expect(await get("/WaterPermit/GetByID", permit)).toMatchObject(left);
      }
      expect(await history("WaterPermit", permit)).toEqual(["insert", "update", "update"]);
      // Written by a person without pivots, so it covers the farm.
      expect(await get("/WaterPermit/GetByID", ofFarm)).toMatchObject({ pivotIds: [], active: true });
    });
  });

  it("ends the connection of a device that is deleted with its farm", async () => {
    const own = await added("/Farm/Insert", {
      name: "Some",
      lat: -20,
      lon: -47,
      altitude: 800,
      timezone: "America/Sao_Paulo",
    });
    await added("/Device/Insert", { farmId: own, sensorTypeId: "soil-moisture-probe", serial: "GONE-1" });
    const ended = vi.spyOn(api().broker, "endConnections");
    await remove("/Farm/Delete", own);
    expect(ended).toHaveBeenCalledWith("GONE-1");
    ended.mockRestore();
  });

  it("ends the connections of the devices of a deleted client", async () => {
    const installer = await api().login("admin");
    const { body: client } = await api().send("/Client/Insert", {
      token: installer,
      body: { name: "Efêmera", typeChart: 1 },
    });
    const { _id: clientId } = client as { _id: string };
    const insert = async (path: string, body: object) =>
      (await api().send(path, { token: installer, body: { clientId, ...body } })).body as { _id: string };
    const place = { lat: -20, lon: -47, altitude: 800, timezone: "America/Sao_Paulo" };
    const farm = await insert("/Farm/Insert", { name: "Sede", ...place });
    await insert("/Device/Insert", { farmId: farm._id, sensorTypeId: "soil-moisture-probe", serial: "GONE-2" });
    const ended = vi.spyOn(api().broker, "endConnections");
    expect((await api().send(`/Client/Delete?ID=${clientId}`, { token: installer, method: "DELETE" })).status).toBe(
      200,
    );
    expect(ended).toHaveBeenCalledWith("GONE-2");
    ended.mockRestore();
  });
});

import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { Farm } from "@lamina/shared/records/farm";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../testing/api.ts";
import { auditEntries } from "../schema/audit.ts";
import { farms } from "../schema/farms.ts";
import { memberships } from "../schema/identity.ts";

const CLIENT = "demo-santa-clara";
const VALID = {
  clientId: CLIENT,
  name: "Fazenda Nova",
  city: "Barreiras",
  state: "BA",
  lat: -12.15,
  lon: -45,
  altitude: 720,
  timezone: "America/Bahia",
};

async function insert(api: TestApi, token: string, change: object = {}): Promise<Farm> {
  return Farm.parse((await api.send("/Farm/Insert", { token, body: { ...VALID, ...change } })).body);
}

const get = (api: TestApi, token: string, id: string) => api.send(`/Farm/GetByID?ID=${id}`, { token });
const update = (api: TestApi, token: string, body: object) => api.send("/Farm/Update", { token, body });

describeApi(
  "records, by the example of farms",
  (api) => {
    it("adds, lists, reads, changes and deletes one", async () => {
      const token = await api().login("ana");
      const added = await insert(api(), token);
      const list = await api().send(`/Farm/GetByClientID?ID=${CLIENT}`, { token });
      expect(list.body).toContainEqual(added);

      expect((await update(api(), token, { _id: added._id, areaHa: 1200.5 })).body).toEqual({ matchedCount: 1 });
      const changed = Farm.parse((await get(api(), token, added._id)).body);
      expect(changed).toMatchObject({ ...VALID, areaHa: 1200.5, createdAt: added.createdAt });
      expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(added.updatedAt));

      const remove = () => api().send(`/Farm/Delete?ID=${added._id}`, { token, method: "DELETE" });
      expect((await remove()).body).toEqual({ deletedCount: 1 });
      expectProblem(await get(api(), token, added._id), 404, "not-found");
      expectProblem(await remove(), 404, "not-found");
      expect((await update(api(), token, { _id: added._id, name: "Ida" })).body).toEqual({ matchedCount: 0 });
    });

    it("takes an outline in any form of GeoJSON, and refuses by name one that cannot be on the ground", async () => {
      const token = await api().login("ana");
      const corners = [
        [-45, -12.15],
        [-45, -12.1],
        [-45.05, -12.1],
        [-45.05, -12.15],
        [-45, -12.15],
      ];
      const polygon = (points: readonly number[][]) => ({ type: "Polygon", coordinates: [points] });
      const geometry = polygon(corners.map((point) => [...point, 720]));
      const farm = await insert(api(), token, { boundary: { type: "Feature", properties: {}, geometry } });
      expect(farm.boundary).toEqual(polygon(corners));
      const bowTie = [0, 2, 1, 3, 0].map((index) => corners[index] ?? []);
      for (const [id, points] of [
        ["swapped", corners.map(([lon = 0, lat = 0]) => [lat, lon])],
        ["crossing", bowTie],
      ] as const) {
        const answer = await update(api(), token, { _id: farm._id, boundary: polygon(points) });
        expectProblem(answer, 400, "validation");
        expect(answer.body).toMatchObject({ errors: [{ field: "boundary", id }] });
      }
    });

    it("rejects overlapping windows of a tariff, and names them", async () => {
      const token = await api().login("ana");
      const night = { days: [0, 1, 2, 3, 4, 5, 6], from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.15 };
      const peak = { days: [1, 2, 3, 4, 5], from: "18:00", to: "21:00", kind: "peak", brlKwh: 2.3 };
      const send = (windows: object[]) =>
        api().send("/Tariff/Insert", { token, body: { clientId: CLIENT, name: "Verde", windows } });
      const answer = await send([night, peak, { ...peak, days: [6], from: "05:59", to: "06:30" }]);
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({
        errors: [{ field: "windows", id: "overlap", message: "As janelas 1 e 3 se cobrem." }],
      });
      expect((await send([night, peak])).status).toBe(200);
    });

    it("empties an optional field with null, and rejects null for a required one", async () => {
      const token = await api().login("ana");
      const { _id } = await insert(api(), token);
      await update(api(), token, { _id, city: null });
      expect((await get(api(), token, _id)).body).not.toHaveProperty("city");
      const answer = await update(api(), token, { _id, lat: null });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({ errors: [{ field: "lat", id: "required" }] });
    });

    it("reports every broken rule at once, each with its field, limits and Portuguese text", async () => {
      const token = await api().login("ana");
      const body = {
        ...VALID,
        name: " ",
        lat: 40,
        lon: "oeste",
        timezone: "Marte",
        boundary: { type: "Polygon", coordinates: [] },
      };
      const answer = await api().send("/Farm/Insert", { token, body });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({
        errors: [
          { field: "name", id: "too-small", message: "Campo obrigatório." },
          { field: "lat", id: "too-big", maximum: 6, unit: "°", message: "Deve ser no máximo 6°." },
          { field: "lon", id: "invalid-type", message: "Informe um número." },
          { field: "timezone", id: "invalid-value" },
          { field: "boundary.coordinates", id: "too-small", message: "Informe pelo menos 1." },
        ],
      });
    });

    it("accepts an efficiency between 50 and 98 %, which irrigation systems have", async () => {
      const token = await api().login("ana");
      const [farmId, clientId] = ["demo-fazenda-buriti", "demo-santa-clara"];
      const pivot = { clientId, farmId, name: "Ea", kind: "pivot", lat: -12, lon: -45, radiusM: 100, flowM3h: 10 };
      const insertWith = (efficiencyPct: number) =>
        api().send("/Pivot/Insert", { token, body: { ...pivot, efficiencyPct } });
      for (const [efficiencyPct, id] of [
        [1, "too-small"],
        [49.9, "too-small"],
        [98.1, "too-big"],
      ] as const)
        expect((await insertWith(efficiencyPct)).body).toMatchObject({ errors: [{ field: "efficiencyPct", id }] });
      for (const efficiencyPct of [50, 98]) {
        const { status, body } = await insertWith(efficiencyPct);
        expect(status).toBeLessThan(300);
        await api().send(`/Pivot/Delete?ID=${(body as { _id: string })._id}`, { token, method: "DELETE" });
      }
    });

    it("requires records of one farm to belong together, and rejects an unknown kind of device", async () => {
      const token = await api().login("ana");
      const [farmId, clientId] = ["demo-fazenda-buriti", "demo-santa-clara"];
      const circle = { kind: "pivot", lat: -12, lon: -45, radiusM: 100, flowM3h: 10, efficiencyPct: 80 };
      const device = { sensorTypeId: "flow-meter", serial: "OUTRA-FAZENDA" };
      const elsewhere = [
        ["/Pivot/Insert", { name: "P", ...circle, waterSourceId: "demo-captacao-rio-de-ondas" }, "waterSourceId"],
        ["/WaterPermit/Insert", { number: "1", m3Month: 10, pivotIds: ["demo-pivo-07", "demo-pivo-01"] }, "pivotIds"],
        ["/Device/Insert", { ...device, pivotId: "demo-pivo-01" }, "pivotId"],
      ] as const;
      for (const [path, body, field] of elsewhere) {
        const answer = await api().send(path, { token, body: { clientId, farmId, ...body } });
        expect(answer.body).toMatchObject({ errors: [{ field, id: "other-farm" }] });
      }
      const unknown = { clientId, farmId, ...device, sensorTypeId: "relógio" };
      expect((await api().send("/Device/Insert", { token, body: unknown })).body).toMatchObject({
        errors: [{ field: "sensorTypeId", id: "not-found" }],
      });
      const rain = {
        clientId,
        farmId,
        mm: 5,
        date: addDays(farmDay(api().clock.now().getTime(), "America/Noronha"), 1),
      };
      expect((await api().send("/Rain/Insert", { token, body: rain })).body).toMatchObject({
        errors: [{ field: "date", id: "to-come", message: "Este dia ainda não chegou." }],
      });
    });

    it("cannot be moved to another client, and cannot get another id or creation date", async () => {
      const token = await api().login("ana");
      const { _id } = await insert(api(), token);
      await update(api(), token, {
        _id,
        clientId: "demo-boa-esperanca",
        createdAt: "2000-01-01T00:00:00Z",
        active: false,
      });
      expect((await get(api(), token, _id)).body).toMatchObject({ clientId: CLIENT, active: true });
    });

    it("rejects a change of an older version, with the current record; without a version the last change wins", async () => {
      const token = await api().login("ana");
      const { _id, updatedAt } = await insert(api(), token);
      expect((await update(api(), token, { _id, updatedAt, name: "Primeira" })).body).toEqual({ matchedCount: 1 });
      const stale = await update(api(), token, { _id, updatedAt, name: "Segunda" });
      expectProblem(stale, 409, "conflict");
      expect(stale.body).toMatchObject({ current: { _id, name: "Primeira" } });
      expect((await update(api(), token, { _id, name: "Terceira" })).body).toEqual({ matchedCount: 1 });
    });

    it("shows and changes nothing of another's client", async () => {
      const ana = await api().login("ana");
      const bruno = await api().login("bruno");
      const { _id } = await insert(api(), ana, { clientId: "demo-boa-esperanca" });
      expectProblem(await get(api(), bruno, _id), 404, "not-found");
      expectProblem(
        await api().send("/Farm/Insert", { token: ana, body: { ...VALID, clientId: "nenhum" } }),
        404,
        "not-found",
      );
      expectProblem(await api().send("/Farm/GetByClientID?ID=demo-boa-esperanca", { token: bruno }), 404, "not-found");
    });

    it("requires the right for each action", async () => {
      const token = await api().login("bruno");
      const ID = "demo-fazenda-rio-de-ondas";
      expect((await get(api(), token, ID)).status).toBe(200);
      const answers = [
        await api().send("/Farm/Insert", { token, body: VALID }),
        await update(api(), token, { _id: ID, name: "Minha" }),
        await api().send(`/Farm/Delete?ID=${ID}`, { token, method: "DELETE" }),
      ];
      for (const answer of answers) expectProblem(answer, 403, "forbidden");
    });

    it("requires the right on that client: a manager of one client may only view another", async () => {
      const { database } = api();
      const membership = { userId: "demo-ana", clientId: "demo-boa-esperanca" };
      const where = eq(memberships.clientId, membership.clientId);
      await database.update(memberships).set({ groupId: "consulta" }).where(where);
      try {
        const token = await api().login("ana");
        const ID = "demo-sitio-boa-esperanca";
        expect((await get(api(), token, ID)).status).toBe(200);
        expectProblem(await update(api(), token, { _id: ID, name: "Outro" }), 403, "forbidden");
        const body = { ...VALID, clientId: membership.clientId };
        expectProblem(await api().send("/Farm/Insert", { token, body }), 403, "forbidden");
      } finally {
        await database.update(memberships).set({ groupId: "gestor" }).where(where);
      }
    });

    it("shows a user of some farms only those farms", async () => {
      const { database } = api();
      const where = eq(memberships.userId, "demo-bruno");
      await database
        .update(memberships)
        .set({ farmIds: ["demo-fazenda-buriti"] })
        .where(where);
      try {
        const token = await api().login("bruno");
        const list = await api().send(`/Farm/GetByClientID?ID=${CLIENT}`, { token });
        expect((list.body as Farm[]).map(({ _id }) => _id)).toEqual(["demo-fazenda-buriti"]);
        expectProblem(await get(api(), token, "demo-fazenda-rio-de-ondas"), 404, "not-found");
      } finally {
        await database.update(memberships).set({ farmIds: [] }).where(where);
      }
    });

    it("records each write with user, time and content", async () => {
      const token = await api().login("ana");
      const { _id } = await insert(api(), token);
      await update(api(), token, { _id, altitude: 730 });
      await api().send(`/Farm/Delete?ID=${_id}`, { token, method: "DELETE" });
      const entries = await api().database.select().from(auditEntries).where(eq(auditEntries.recordId, _id));
      // A clock that does not move gives them no order.
      const noted = new Map(entries.map((entry) => [entry.action, entry]));
      expect([entries.length, noted.size]).toEqual([3, 3]);
      for (const entry of entries)
        expect(entry).toMatchObject({ entity: "Farm", userId: "demo-ana", clientId: CLIENT });
      expect(noted.get("update")?.changes).toEqual([{ field: "altitude", before: 720, after: 730 }]);
      expect(noted.get("delete")?.changes).toContainEqual({ field: "name", before: "Fazenda Nova", after: null });
    });

    it("accepts one of several active seasons that are sent for a sector at the same time", async () => {
      const token = await api().login("ana");
      const post = (path: string, body: object) => api().send(path, { token, body: { clientId: CLIENT, ...body } });
      const first = async (entity: string) =>
        ((await api().send(`/${entity}/GetByClientID?ID=${CLIENT}`, { token })).body as { _id: string }[])[0]?._id;
      const [soilId, cropId] = [await first("Soil"), await first("Crop")];
      const arc = { name: "Setor novo", angleStart: 250, angleEnd: 300 };
      const sector = await post("/PivotSector/Insert", { pivotId: "demo-pivo-04", soilId, ...arc });
      const { _id: sectorId } = sector.body as { _id: string };
      const season = { sectorId, cropId, plantingDate: "2026-02-01", status: "active" };
      const answers = await Promise.all([1, 2, 3].map(() => post("/Season/Insert", season)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });

    it("leaves nothing behind after a failed write", async () => {
      const token = await api().login("ana");
      const count = async () => [await api().database.$count(farms), await api().database.$count(auditEntries)];
      const before = await count();
      const answer = await api().send("/Farm/Insert", { token, body: { ...VALID, name: "com \u0000 nulo" } });
      expectProblem(answer, 400, "validation");
      expectProblem(await get(api(), token, "%00"), 400, "validation");
      expect(await count()).toEqual(before);
    });
  },
  { isDialect: true },
);

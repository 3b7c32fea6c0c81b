import { entities } from "@lamina/shared/calls/entities";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";
import { whitePixel } from "../../testing/jpeg.ts";
import { GroupId } from "../access/identity/groups.ts";
import { usersGroupDefinition } from "../access/identity/groups-service.ts";
import { hashPassword } from "../access/identity/password.ts";
import { addUser } from "../access/identity/seed.ts";
import type { JsonRecord } from "../core/serialize.ts";
import type { RecordDefinition } from "../records/definition.ts";
import { places } from "../records/places.ts";
import { memberships } from "../schema/identity.ts";
import { monitors } from "../schema/telemetry.ts";
import { recordDefinitions } from "./records.ts";

const CLIENT = "demo-santa-clara";
const FOREIGN = "demo-boa-esperanca";
const OWN_FARM = "demo-fazenda-rio-de-ondas";
const OTHER_FARM = "demo-fazenda-buriti";

const definitions: readonly RecordDefinition[] = [...recordDefinitions, usersGroupDefinition];
type Lists = Map<string, readonly JsonRecord[]>;

describeApi("a user of one farm", (api) => {
  let boss: string;
  let limited: string;
  let lists: Lists;
  let foreign: Lists;

  beforeAll(async () => {
    boss = await api().login("admin");
    const passwordHash = await hashPassword("irrigar");
    const user = { _id: "de-uma-fazenda", userName: "de-uma-fazenda", name: "Gestor", groupId: GroupId.manager };
    await addUser(api().database, { ...user, clientIds: [CLIENT], passwordHash }, api().clock.now());
    await api()
      .database.update(memberships)
      .set({ farmIds: [OWN_FARM] })
      .where(eq(memberships.userId, user._id));
    limited = await api().login(user.userName);
    await layRecords();
    lists = await listsOf(boss, CLIENT);
    const photo = { clientId: FOREIGN, data: whitePixel.toString("base64") };
    const { body } = await api().send("/Photo/Insert", { token: boss, body: photo });
    foreign = new Map([...(await listsOf(boss, FOREIGN)), ["Photo", [body as JsonRecord]]]);
  }, 120_000);

  /** Adds the kinds of records that the demo farms start without. */
  async function layRecords() {
    const date = api().clock.now().toISOString();
    const insert = (path: string, body: object, clientId = CLIENT) =>
      api().send(path, { token: boss, body: { clientId, ...body } });
    const rule = { type: "rain", severity: "info", channels: ["inbox"], threshold: 30 };
    const devices = (await api().send(`/Device/GetByClientID?ID=${CLIENT}`, { token: boss })).body as JsonRecord[];
    for (const farmId of [OWN_FARM, OTHER_FARM]) {
      const pivots = (await api().send(`/Pivot/GetByClientID?ID=${CLIENT}`, { token: boss })).body as JsonRecord[];
      const pivotId = pivots.find((pivot) => pivot.farmId === farmId)?._id;
      const sectors = (await api().send(`/PivotSector/GetByClientID?ID=${CLIENT}`, { token: boss }))
        .body as JsonRecord[];
      const sectorId = sectors.find((sector) => sector.pivotId === pivotId)?._id;
      for (const [path, body] of [
        ["/Rain/Insert", { farmId, date: date.slice(0, 10), mm: 3 }],
        ["/Watering/Insert", { sectorId, start: date, grossMm: 5 }],
        ["/CanopyObservation/Insert", { sectorId, date: date.slice(0, 10), coverPct: 60 }],
        ["/SeasonBudget/Insert", { farmId, name: `Seca ${farmId}`, from: "2026-04-01", to: "2026-09-30", mm: 300 }],
        ["/FieldNote/Insert", { pivotId, at: date, note: "vazamento" }],
        [
          "/MachineCalibration/Insert",
          { pivotId, date: date.slice(0, 10), kind: "revolution", percent: 50, hours: 24 },
        ],
        ["/OutOfService/Insert", { farmId, pivotId, from: date, reason: "broken" }],
        ["/AlertRule/Insert", { ...rule, scope: { kind: "farm", id: farmId } }],
        ["/AlertRule/Insert", { ...rule, scope: { kind: "pivot", id: pivotId } }],
        ["/Gateway/Insert", { name: "Estação", deviceId: devices.find((device) => device.farmId === farmId)?._id }],
        ["/WaterPermit/Insert", { farmId, number: `O-${farmId}`, m3Month: 1000, pivotIds: [pivotId] }],
      ] as const)
        expect([path, (await insert(path, body)).status]).toEqual([path, 200]);
    }
    await insert("/AlertRule/Insert", { ...rule, scope: { kind: "client" } });
    await insert("/AlertRule/Insert", { ...rule, scope: { kind: "client" } }, FOREIGN);
    await insert("/Gateway/Insert", { name: "Rede LoRaWAN" });
    await insert("/UsersGroup/Insert", { name: "Próprio", permissions: [] });
  }

  async function listsOf(token: string, clientId: string): Promise<Lists> {
    const entries = definitions.map(async ({ entity, calls }) => {
      const { body } = await api().send(`${calls.getByClient.path}?ID=${clientId}`, { token });
      return [entity, (body as JsonRecord[]).filter(({ builtIn }) => !builtIn)] as const;
    });
    return new Map(await Promise.all(entries));
  }

  /** Follows the references of a record, independently of the product's rule; null: the record belongs to the whole client. */
  function farmOf(entity: string, record: JsonRecord): unknown {
    const find = (kind: string, id: unknown) => {
      const found = lists.get(kind)?.find(({ _id }) => _id === id);
      return found && farmOf(kind, found);
    };
    const scope = record.scope as { kind: string; id?: string } | undefined;
    if (entity === "Farm") return record._id;
    if (scope) return scope.kind === "client" ? null : scope.kind === "farm" ? scope.id : find("Pivot", scope.id);
    if (record.farmId) return record.farmId;
    if (record.sectorId) return find("PivotSector", record.sectorId);
    if (record.pivotId) return find("Pivot", record.pivotId);
    return record.deviceId ? find("Device", record.deviceId) : null;
  }
  const recordsOn = (entity: string, farm: string | null) =>
    (lists.get(entity) ?? []).filter((record) => farmOf(entity, record) === farm);

  const sendAs = (token: string, path: string, body: object) => api().send(path, { token, body });
  const errorFields = (body: unknown) =>
    ((body as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);

  it.each(definitions.map((definition) => [definition.entity, definition] as const))(
    "sees and changes of %s what lies on it, and nothing else",
    async (entity, { calls, place, fields }) => {
      const seen = (await api().send(`${calls.getByClient.path}?ID=${CLIENT}`, { token: limited }))
        .body as JsonRecord[];
      const ids = (records: readonly JsonRecord[]) => records.map(({ _id }) => String(_id)).sort();
      const [own, others, common] = [OWN_FARM, OTHER_FARM, null].map((farm) => recordsOn(entity, farm));
      expect(ids(seen.filter(({ builtIn }) => !builtIn))).toEqual(ids([...(own ?? []), ...(common ?? [])]));
      if (place.onFarms !== null) expect([own?.length, others?.length]).not.toContain(0);

      for (const { _id } of (others ?? []).slice(0, 3)) {
        expect((await api().send(`${calls.getById.path}?ID=${_id}`, { token: limited })).status).toBe(404);
        expect((await sendAs(limited, calls.update.path, { _id })).body).toEqual({ matchedCount: 0 });
        const removed = await api().send(`${calls.remove.path}?ID=${_id}`, { token: limited, method: "DELETE" });
        expect(removed.status).toBe(404);
      }
      for (const record of (common ?? []).slice(0, 3)) {
        const copy = Object.fromEntries(Object.keys(fields.shape).map((field) => [field, record[field]]));
        const removed = await api().send(`${calls.remove.path}?ID=${record._id}`, { token: limited, method: "DELETE" });
        const inserted = await sendAs(limited, calls.insert.path, { clientId: CLIENT, ...copy });
        const updated = await sendAs(limited, calls.update.path, { _id: record._id });
        // A client has one configuration, so a second one is rejected first.
        expect([removed.status, inserted.status, updated.status]).toEqual([403, entity === "Config" ? 400 : 403, 403]);
      }
    },
  );

  it.each(Object.entries(entities))(
    "answers a change of an older version of a %s with the stored record, and changes nothing",
    async (_name, { getByClient, getById, update }) => {
      const { body } = await api().send(`${getByClient.path}?ID=${CLIENT}`, { token: boss });
      const record = (body as JsonRecord[]).find(({ builtIn }) => !builtIn);
      expect(record).toBeDefined();
      const change = { _id: record?._id, updatedAt: "2020-01-01T00:00:00.000Z" };
      const answer = await sendAs(boss, update.path, change);
      expect([answer.status, answer.body]).toMatchObject([409, { id: "conflict", current: { _id: record?._id } }]);
      const { body: stored } = await api().send(`${getById.path}?ID=${record?._id}`, { token: boss });
      expect((answer.body as { current: JsonRecord }).current).toMatchObject(stored as JsonRecord);
      const gone = await sendAs(boss, update.path, { ...change, _id: "excluído" });
      expect([gone.status, gone.body]).toEqual([200, { matchedCount: 0 }]);
    },
  );

  const references = definitions.flatMap((definition) =>
    Object.entries(definition.references ?? {}).map(
      ([field, place]) => [definition.entity, field, definition, place] as const,
    ),
  );
  const entityOf = (place: unknown) => {
    const name = Object.entries(places).find(([, candidate]) => candidate === place)?.[0] ?? "";
    return name.charAt(0).toUpperCase() + name.slice(1);
  };

  it.each(references)(
    "rejects in %s.%s a record of another farm for a limited user, and of another client for anybody",
    async (...given) => {
      const [entity, field, { calls, fields }, place] = given;
      const target = entityOf(place);
      const [template] = recordsOn(entity, OWN_FARM);
      if (template === undefined) throw new Error(`no ${entity}`);
      const isList = Array.isArray(template[field]) || /Ids$/.test(field);
      const named = (id: unknown) => ({ [field]: isList ? [id] : id });
      const own = Object.fromEntries(Object.keys(fields.shape).map((name) => [name, template[name]]));
      const elsewhere = recordsOn(target, OTHER_FARM)[0]?._id;
      const others = foreign.get(target)?.[0]?._id;
      expect(others).toBeDefined();
      for (const [token, id] of [
        [limited, elsewhere],
        [limited, others],
        [boss, others],
        [boss, "nenhum"],
      ] as const) {
        if (id === undefined) continue;
        const inserted = await sendAs(token, calls.insert.path, { clientId: CLIENT, ...own, ...named(id) });
        const updated = await sendAs(token, calls.update.path, { _id: template._id, ...named(id) });
        for (const { status, body } of [inserted, updated]) {
          expect([entity, field, id, status]).toEqual([entity, field, id, 400]);
          expect(errorFields(body)).toContain(field);
        }
      }
    },
  );

  it("reads only those sensors of a monitor that are on its farm", async () => {
    const [monitor] = recordsOn("Monitor", OWN_FARM);
    const [sensor] = recordsOn("Sensor", OTHER_FARM);
    const [own] = (monitor?.sensorIds ?? []) as string[];
    await api()
      .database.update(monitors)
      .set({ sensorIds: [own ?? "", String(sensor?._id)] })
      .where(eq(monitors._id, String(monitor?._id)));
    const to = api().clock.now();
    const range = `from=${new Date(to.getTime() - 3_600_000).toISOString()}&to=${to.toISOString()}`;
    const series = await api().send(`/Reading/GetByMonitorID?ID=${monitor?._id}&${range}&step=hour`, {
      token: limited,
    });
    expect((series.body as { sensorId: string }[]).map(({ sensorId }) => sensorId)).toEqual([own]);
  });

  it("covers every entity of the table", () => {
    const served = definitions.map(({ entity }) => entity).sort();
    const all = Object.values(entities).map(({ getById }) => getById.path.split("/")[1] ?? "");
    // Users are persons and have other rules (users.test.ts).
    expect(served).toEqual(all.filter((entity) => entity !== "User").sort());
  });
});

import { DeletedRecord } from "@lamina/shared/calls/views/deletions";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, SECOND_MS } from "@lamina/shared/core/time";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";
import type { JsonRecord } from "../core/serialize.ts";
import { plantField } from "../irrigation/testing/field.ts";

const CLIENT = "demo-santa-clara";

describeApi("two persons at once", (api) => {
  let tokens: string[];
  let token: string;
  let fields = 0;
  const send = (path: string, body: object, as = token) =>
    api().send(path, { token: as, body: { clientId: CLIENT, ...body } });
  const get = async (path: string) => (await api().send(path, { token })).body as JsonRecord;
  const all = async (path: string) => (await api().send(path, { token })).body as JsonRecord[];
  const list = (path: string) => all(`${path}?ID=${CLIENT}`);
  const record = async (entity: string, id: string) =>
    entity === "Client"
      ? (await all("/Client/GetAll")).find(({ _id }) => _id === id)
      : get(`/${entity}/GetByID?ID=${id}`);
  const remove = (path: string, id: string, as = token) =>
    api().send(`${path}?ID=${id}`, { token: as, method: "DELETE" });
  const deletionOf = async (recordId: string) => {
    const found = await list("/Deletion/GetByClientID");
    return DeletedRecord.array()
      .parse(found)
      .find((one) => one.recordId === recordId)?._id;
  };
  const plant = () => {
    const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const id = `two${++fields}`;
    const span = { from: addDays(today, -3), to: addDays(today, -2) };
    return plantField(api().database, { id, clientId: CLIENT, ...span, sectors: 2 });
  };

  beforeAll(async () => {
    tokens = [await api().login("ana"), await api().login("admin")];
    token = tokens[0] ?? "";
  });
  beforeEach(() => api().clock.advance(SECOND_MS));

  /** Both send a change of the version that they see. */
  async function bothChange(entity: string, _id: string, changes: readonly [object, object]) {
    const updatedAt = (await record(entity, _id))?.updatedAt;
    const answers = await Promise.all(
      tokens.map((as, index) => send(`/${entity}/Update`, { _id, updatedAt, ...changes[index] }, as)),
    );
    const stored = (await record(entity, _id)) ?? {};
    const winner = answers.findIndex(({ status }) => status === 200);
    const [won, lost] = [answers[winner], answers[1 - winner]];
    expect([entity, won?.body, lost?.body]).toMatchObject([entity, { matchedCount: 1 }, { id: "conflict" }]);
    expect(stored).toMatchObject(changes[winner] ?? {});
    // The one who lost reads what the other one has written.
    expect(lost?.body).toMatchObject({ current: changes[winner] ?? {} });
    return stored;
  }

  it("change the client: one is stored, the other one gets both versions", async () => {
    await bothChange("Client", CLIENT, [{ name: "Santa Clara A" }, { name: "Santa Clara B" }]);
  });

  it("change a season", async () => {
    const [season] = await list("/Season/GetByClientID");
    await bothChange("Season", String(season?._id), [{ yieldKgHa: 5000 }, { yieldKgHa: 6000 }]);
  });

  it("change a device that sends: its messages are no conflict, and no change loses one", async () => {
    const { farmId } = await plant();
    const serial = `TWO-${fields}`;
    const { body } = await send("/Device/Insert", { farmId, sensorTypeId: "weather-station", serial });
    const { _id } = body as { _id: string };
    await send("/Sensor/Insert", { deviceId: _id, variable: "airTemp", unit: "°C" });
    const message = (value: number) => {
      const date = new Date(api().clock.now().getTime() - value * SECOND_MS).toISOString();
      return send("/Reading/Insert", { serial, readings: [{ variable: "airTemp", date, value }] });
    };
    const [stored, ...replies] = await Promise.all([
      bothChange("Device", _id, [{ intervalMin: 30 }, { intervalMin: 60 }]),
      ...[10, 11, 12, 13].map(message),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([30, 60]).toContain(stored.intervalMin);
    const { lastSeen, updatedAt, intervalMin } = await get(`/Device/GetByID?ID=${_id}`);
    expect([lastSeen, intervalMin]).toEqual([expect.any(String), stored.intervalMin]);
    expect((await message(14)).status).toBe(200);
    expect((await send("/Device/Update", { _id, updatedAt, intervalMin: 15 })).status).toBe(200);
  });

  it("end the same time out of service: the second end is a conflict", async () => {
    const { farmId } = await plant();
    const pivotId = `two${fields}-pivot-1`;
    const from = api().clock.now().toISOString();
    const { body } = await send("/OutOfService/Insert", { farmId, pivotId, from, reason: "broken" });
    const until = (seconds: number) => new Date(api().clock.now().getTime() + seconds * SECOND_MS).toISOString();
    await bothChange("OutOfService", (body as { _id: string })._id, [{ until: until(1) }, { until: until(2) }]);
  });

  it("undo a deletion at once, beside a change of what went along, or of one made again", async () => {
    const { farmId, sectorId } = await plant();
    const pivotId = `two${fields}-pivot-1`;
    const before = await get(`/Pivot/GetByID?ID=${pivotId}`);
    expect((await remove("/Farm/Delete", farmId)).status).toBe(200);
    const _id = await deletionOf(farmId);
    const [undos, change] = await Promise.all([
      Promise.all(tokens.map((as) => send("/Deletion/Restore", { _id }, as))),
      send("/Pivot/Update", { _id: pivotId, flowM3h: 77, updatedAt: before.updatedAt }),
    ]);
    expect(undos.map(({ status }) => status).sort()).toEqual([200, 404]);
    // Before the restoration there is nothing to change, and after it the version is the one that the person saw.
    const matched = (change.body as { matchedCount: number }).matchedCount;
    expect((await get(`/Pivot/GetByID?ID=${pivotId}`)).flowM3h).toBe(matched === 1 ? 77 : before.flowM3h);
    expect(await get(`/PivotSector/GetByID?ID=${sectorId}`)).toMatchObject({ _id: sectorId });

    await remove("/Pivot/Delete", pivotId);
    const deletion = await deletionOf(pivotId);
    const same = {
      farmId,
      name: before.name,
      kind: "pivot",
      lat: -15,
      lon: -47,
      radiusM: 300,
      flowM3h: 90,
      efficiencyPct: 85,
    };
    const [made, undone] = await Promise.all([
      send("/Pivot/Insert", same, tokens[1]),
      send("/Deletion/Restore", { _id: deletion }),
    ]);
    expect([made.status, made.body]).toMatchObject([200, {}]);
    const named = (await list("/Pivot/GetByClientID")).filter(
      (one) => one.farmId === farmId && one.name === before.name,
    );
    // Two records of one name would be a system twice.
    expect([undone.status, named.length]).toEqual(undone.status === 409 ? [409, 1] : [200, 2]);
    if (undone.status === 409)
      expect((await send("/Deletion/Restore", { _id: deletion, name: "Antigo" })).status).toBe(200);
  });

  it("import the same lists: each record is stored once", async () => {
    api().clock.advance(DAY_MS / 24);
    const { farmId, sectorId } = await plant();
    const start = (index: number) =>
      new Date(api().clock.now().getTime() - (index + 1) * 6 * 3600 * SECOND_MS).toISOString();
    const machine = { farmId, kind: "pivot", lat: -15, lon: -47, radiusM: 300, flowM3h: 90, efficiencyPct: 85 };
    const days = Array.from({ length: 8 }, (_, index) => addDays(start(0).slice(0, 10), -index - 1));
    const lists: Readonly<Record<string, object[]>> = {
      Watering: Array.from({ length: 8 }, (_, index) => ({ sectorId, start: start(index), grossMm: 5 })),
      Rain: days.map((date) => ({ farmId, date, mm: 7 })),
      Pivot: [1, 2, 3].map((number) => ({ ...machine, name: `Importado ${number}` })),
      Soil: [1, 2].map((number) => ({
        name: `Solo ${fields} ${number}`,
        layers: [{ depthCm: 60, fcPct: 30, wpPct: 15 }],
      })),
    };
    for (const [entity, rows] of Object.entries(lists)) {
      const answers = await Promise.all(
        tokens.map((as, index) => send(`/${entity}/Import`, { key: `${entity}-${fields}-${index}`, rows }, as)),
      );
      const replies = answers.map(({ status, body }) => ({ status, ...(body as JsonRecord) }));
      expect([entity, ...replies]).toMatchObject([entity, { status: 200, errors: [] }, { status: 200, errors: [] }]);
      const inserted = replies.map((reply) => Number((reply as { inserted?: unknown }).inserted)).sort();
      expect([entity, ...inserted]).toEqual([entity, 0, rows.length]);
    }
  });
});

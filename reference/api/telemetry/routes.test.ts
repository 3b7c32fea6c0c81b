import { readFileSync } from "node:fs";
import { HOUR_MS } from "@lamina/shared/core/time";
import { Series, TelemetryCounts } from "@lamina/shared/records/readings";
import { DeviceSecret } from "@lamina/shared/records/telemetry";
import { connectAsync } from "mqtt";
import { beforeEach, expect, it, vi } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";
import type { HttpReply } from "../../testing/http.ts";
import { NotTaken } from "./receive/queue.ts";

const CLIENT = "demo-santa-clara";
const FARM = "demo-fazenda-rio-de-ondas";
const OTHER_CLIENT = "demo-boa-esperanca";
const OTHER_FARM = "demo-sitio-boa-esperanca";

describeApi("the calls of telemetry", (api) => {
  let token: string;
  let operator: string;
  let serial: string;
  let device: string;
  let sensor: string;

  async function added(path: string, body: object): Promise<string> {
    const answer = await api().send(path, { token, body });
    expect(answer.status).toBe(200);
    return (answer.body as { _id: string })._id;
  }
  async function install(clientId: string, farmId: string): Promise<void> {
    serial = `teste-${crypto.randomUUID().slice(0, 8)}`;
    device = await added("/Device/Insert", {
      clientId,
      farmId,
      sensorTypeId: "weather-station",
      serial,
      intervalMin: 60,
    });
    sensor = await added("/Sensor/Insert", { clientId, deviceId: device, variable: "airTemp", unit: "°C" });
  }
  beforeEach(async () => {
    token = await api().login("ana");
    operator = await api().login("bruno");
    await install(CLIENT, FARM);
  });

  const before = (hours: number) => new Date(api().clock.now().getTime() - hours * HOUR_MS).toISOString();
  const batch = () => ({
    serial,
    readings: [3, 2, 1].map((hours) => ({ variable: "airTemp", date: before(hours), value: 20 + hours })),
    batteryPct: 77,
  });
  const insert = (body: object, by = token) => api().send("/Reading/Insert", { token: by, body });
  const get = (path: string, by = token) => api().send(path, { token: by });

  it("accepts a batch, and answers the result", async () => {
    expect((await insert(batch())).body).toEqual({ accepted: 3, duplicate: 0, rejected: [] });
    const more = { ...batch(), readings: [...batch().readings, { variable: "rain", date: before(1), value: 1 }] };
    const rain = { id: "unknown-variable", sent: "rain", expected: "airTemp" };
    expect((await insert(more)).body).toEqual({
      accepted: 0,
      duplicate: 3,
      rejected: [{ index: 3, ...rain, field: "readings.3.variable" }],
    });
    const counts = TelemetryCounts.parse((await get("/Telemetry/GetCounts")).body);
    expect(counts.received).toBe(counts.stored + counts.duplicate + counts.rejected + counts.waiting);
    expect(counts).toMatchObject({ waiting: 0 });
  });

  it("accepts batches of many devices, each with its own result, and stores nothing twice", async () => {
    const first = batch();
    await install(CLIENT, FARM);
    const second = { ...batch(), readings: [{ variable: "rain", date: before(1), value: 1 }] };
    const batches = [first, second, { serial, readings: "muitas" }, { serial: "desconhecido", readings: [] }, 7];
    const insertMany = () => api().send("/Reading/InsertMany", { token, body: { batches } });
    const none = { accepted: 0, duplicate: 0, rejected: [] };
    const rain = { id: "unknown-variable", sent: "rain", expected: "airTemp" };
    const refused = [{ index: 0, ...rain, field: "readings.0.variable" }];
    const wrongShape = { id: "wrong-shape", field: "readings", sent: "muitas", expected: "[{…}]" };
    const noSerial = { id: "no-serial", field: "serial" };
    const results = [
      { index: 0, serial: first.serial, accepted: 3, duplicate: 0, rejected: [], error: null },
      { index: 1, serial, accepted: 0, duplicate: 0, rejected: refused, error: null },
      { index: 2, serial, ...none, error: "validation", refusal: wrongShape },
      { index: 3, serial: "desconhecido", ...none, error: "not-found" },
      { index: 4, serial: null, ...none, error: "validation", refusal: noSerial },
    ];
    expect((await insertMany()).body).toEqual({ accepted: 3, duplicate: 0, rejected: 1, results });
    results[0] = { ...results[0], accepted: 0, duplicate: 3 } as (typeof results)[0];
    expect((await insertMany()).body).toEqual({ accepted: 0, duplicate: 3, rejected: 1, results });
  });

  it("limits the batches of a call, and takes none of another client's devices", async () => {
    const insertMany = (batches: readonly object[], by = token) =>
      api().send("/Reading/InsertMany", { token: by, body: { batches } });
    expectProblem(await insertMany([]), 400, "validation");
    const readings = Array.from({ length: 2000 }, () => ({ variable: "rain", date: "2026-05-14T12:00:00Z", value: 0 }));
    expectProblem(await insertMany(Array.from({ length: 6 }, () => ({ serial: "s", readings }))), 400, "validation");
    expectProblem(await insertMany([batch()], operator), 403, "forbidden");
  });

  it("asks for a pause when too much waits, or too many calls are being answered", async () => {
    const { telemetry } = api().services;
    const gate = Promise.withResolvers<void>();
    const ingest = vi.spyOn(telemetry, "ingest").mockImplementation(async () => {
      await gate.promise;
      throw new NotTaken("the queue is full", 2500);
    });
    const calls = Array.from({ length: 256 }, () => insert(batch()));
    await vi.waitFor(() => expect(ingest).toHaveBeenCalledTimes(256));
    const refused = await insert(batch());
    expectProblem(refused, 429, "too-much-telemetry");
    expect(refused.headers["retry-after"]).toBe("1");
    gate.resolve();
    const [first] = await Promise.all(calls);
    expectProblem(first as HttpReply, 429, "too-much-telemetry");
    expect(first?.headers["retry-after"]).toBe("3");
    ingest.mockRestore();
    expect((await insert(batch())).status).toBe(200);
  });

  it("takes the good readings of a batch, and names each bad one with its field", async () => {
    const readings = [
      { variable: "umidade", date: before(1), value: 1 },
      { variable: "rain", date: "ontem", value: "muita" },
      { variable: "airTemp", date: before(1), value: null },
      { variable: "airTemp", date: before(1).slice(0, -1), value: 20 },
      { variable: "airTemp", date: before(1), vale: 20 },
      { variable: "airTemp", date: before(2), value: 68, unit: "°F", rssi: -90 },
    ];
    const message = { serial, readings, rssi: -80, battery: 90, bateryPct: 90 };
    const { status, body } = await insert(message);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, id: "no-such-variable", field: "readings.0.variable", sent: "umidade" },
        { index: 1, id: "not-a-date", field: "readings.1.date", sent: "ontem" },
        { index: 2, id: "not-a-number", field: "readings.2.value", sent: "null" },
        { index: 3, id: "no-zone", field: "readings.3.date" },
        { index: 4, id: "misspelled-field", field: "readings.4.vale", expected: "value" },
      ],
      notes: [{ id: "misspelled-field", field: "bateryPct", expected: "batteryPct" }],
    });
    const many = await api().send("/Reading/InsertMany", { token, body: { batches: [message] } });
    expect(many.body).toMatchObject({ accepted: 0, duplicate: 1, rejected: 5, results: [{ error: null }] });
    const misspelt = await insert({ serial, redings: readings });
    expectProblem(misspelt, 400, "validation");
    expect(misspelt.body).toMatchObject({
      errors: [{ field: "redings", id: "misspelled-field", expected: "readings" }],
    });

    const stored = (await get(`/Device/GetMessages?ID=${device}`)).body;
    expect(stored).toMatchObject([
      { door: "call", accepted: 0, rejected: 0, refusals: [{ id: "misspelled-field" }] },
      { door: "call", duplicate: 1, rejected: 5 },
      { door: "call", accepted: 1, rejected: 5, raw: expect.stringContaining("bateryPct") },
    ]);
    expect((await get(`/Device/GetMessageCounts?ID=${device}`)).body).toMatchObject({
      messages: 3,
      accepted: 1,
      duplicate: 1,
      rejected: 10,
    });
  });

  it("says of a device that sends only what cannot be used that it is so", async () => {
    const state = async () => ((await get(`/Device/GetByID?ID=${device}`)).body as { state: string }).state;
    await insert({ serial, readings: [{ variable: "rain", date: before(0), value: 1 }] });
    expect(await state()).toBe("unusable");
    await insert({ temperature: 25, serial });
    expect(await state()).toBe("unusable");
    await insert(batch());
    expect(await state()).toBe("ok");
  });

  it("returns series, messages and health of received data", async () => {
    await insert(batch());
    const range = `from=${before(24)}&to=${before(-1)}`;
    const answer = await get(`/Reading/GetSeries?IDs=${sensor}&${range}&step=hour`);
    const [series] = Series.array().parse(answer.body);
    expect(series?.mean.filter((mean) => mean !== null)).toEqual([23, 22, 21]);
    expect(series).toMatchObject({ sensorId: sensor, variable: "airTemp", unit: "°C", step: "hour" });
    expect((await get(`/Device/GetMessages?ID=${device}`)).body).toMatchObject([
      { topic: "/Reading/Insert", door: "call", accepted: 3, rejected: 0, raw: JSON.stringify(batch()) },
    ]);
    expect((await get(`/Device/GetHealth?ID=${device}&${range}`)).body).toMatchObject([
      { batteryPct: 77, rssiDbm: null },
    ]);
    expect((await get(`/Device/GetByID?ID=${device}`)).body).toMatchObject({ batteryPct: 77, state: "ok" });
  });

  it.each([
    ["no moment", "from=ontem&to=2026-01-01"],
    ["backwards", "from=2026-01-02&to=2026-01-01"],
    ["a century", "from=1926-01-01&to=2026-01-01"],
    ["too fine a step", "from=2016-01-01&to=2026-01-01&step=hour"],
    ["no such step", "from=2025-01-01&to=2026-01-01&step=week"],
  ])("refuses a range that is %s", async (_case, range) => {
    expectProblem(await get(`/Reading/GetSeries?IDs=${sensor}&${range}`), 400, "validation");
  });

  it("returns each sensor once, and at most a hundred", async () => {
    const range = `from=${before(24)}&to=${before(0)}`;
    const twice = await get(`/Reading/GetSeries?IDs=${sensor},${sensor}&${range}`);
    expect(Series.array().parse(twice.body)).toHaveLength(1);
    const many = Array.from({ length: 101 }, (_, index) => `s${index}`).join(",");
    expectProblem(await get(`/Reading/GetSeries?IDs=${many}&${range}`), 400, "validation");
  });

  it("shows nothing of another client, nor its existence", async () => {
    await install(OTHER_CLIENT, OTHER_FARM);
    const range = `from=${before(24)}&to=${before(0)}`;
    expectProblem(await insert({ ...batch(), serial: "ninguem" }), 404, "not-found");
    for (const path of [
      `/Reading/GetSeries?IDs=${sensor}&${range}`,
      `/Reading/GetSeries?IDs=nada&${range}`,
      `/Device/GetMessages?ID=${device}`,
      `/Device/GetHealth?ID=${device}&${range}`,
      `/Reading/GetByMonitorID?ID=nada&${range}`,
      `/PivotStatus/GetByClientID?ID=${OTHER_CLIENT}`,
      "/PivotStatus/GetByPivotID?ID=nada",
    ])
      expect([path, (await get(path, operator)).status]).toEqual([path, 404]);
  });

  it("pages through a pivot's states, newest first", async () => {
    const pivot = {
      name: "Pivô de teste",
      kind: "pivot",
      lat: -12.1,
      lon: -45.8,
      radiusM: 400,
      flowM3h: 180,
      efficiencyPct: 85,
    };
    const pivotId = await added("/Pivot/Insert", {
      clientId: CLIENT,
      farmId: FARM,
      angleStart: 0,
      angleEnd: 360,
      ...pivot,
    });
    await api().send("/Device/Update", { token, body: { _id: device, pivotId } });
    for (const hours of [5, 4, 3, 2, 1])
      await api().services.telemetry.ingestPivot(
        { serial, date: before(hours), running: true, wet: true, direction: "forward", angleDeg: hours },
        api().clock.now(),
      );
    const angles: number[] = [];
    let after = "";
    for (let page = 0; page < 3; page++) {
      const answer = await get(`/PivotStatus/GetByPivotID?ID=${pivotId}&limit=2${after}`);
      const { items, next } = answer.body as { items: { angleDeg: number }[]; next: string | null };
      angles.push(...items.map(({ angleDeg }) => angleDeg));
      after = `&after=${next}`;
      expect(next === null).toBe(page === 2);
    }
    expect(angles).toEqual([1, 2, 3, 4, 5]);
    const latest = (await get(`/PivotStatus/GetByClientID?ID=${CLIENT}`, operator)).body as { pivotId: string }[];
    expect(latest.find((status) => status.pivotId === pivotId)).toMatchObject({ angleDeg: 1 });
  });

  it("gives a device a secret that is valid at the broker until a new one is made or the device is deleted", async () => {
    const rotate = (by: string) => api().send("/Device/RotateSecret", { token: by, body: { _id: device } });
    expectProblem(await rotate(operator), 403, "forbidden");
    const signIn = async () => {
      const { serial: username, secret: password } = DeviceSecret.parse((await rotate(token)).body);
      const ca = readFileSync(api().caFile);
      const client = await connectAsync(api().broker.url, { ca, username, password, reconnectPeriod: 0 });
      return { client, closed: new Promise<void>((resolve) => client.once("close", () => resolve())) };
    };
    const first = await signIn();
    await first.client.publishAsync(`devices/${serial}/readings`, JSON.stringify(batch()), { qos: 1 });
    const second = await signIn();
    await first.closed;
    await api().send(`/Device/Delete?ID=${device}`, { token, method: "DELETE" });
    await second.closed;
    const noSecret = JSON.stringify((await get(`/Device/GetByClientID?ID=${CLIENT}`)).body);
    expect(noSecret).not.toMatch(/secret|hash/i);
  });
});

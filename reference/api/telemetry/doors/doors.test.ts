import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { promisify } from "node:util";
import { HOUR_MS } from "@lamina/shared/core/time";
import { withoutKey } from "@lamina/shared/doors/key-path";
import { samples } from "@lamina/shared/doors/testing/samples";
import { DeviceSecret } from "@lamina/shared/records/telemetry";
import { connectAsync } from "mqtt";
import { generate, type Packet, parser } from "mqtt-packet";
import { generate as generateCertificate } from "selfsigned";
import { beforeEach, expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { fuzzedBytes } from "../testing/fuzz.ts";

const CLIENT = "demo-santa-clara";
const FARM = "demo-fazenda-rio-de-ondas";

const ECOWITT =
  "PASSKEY=8F2A&stationtype=EasyWeatherPro_V5.2.6&dateutc=DATE&tempf=68&humidity=46&baromabsin=29.232&baromrelin=29.684" +
  "&windspeedmph=10&dailyrainin=0.000&totalrainin=36.311&solarradiation=243.13&wh65batt=0&model=WS2900";

describeApi("the doors of devices and gateways", (api) => {
  let token: string;
  let serial: string;
  let device: string;

  async function added(path: string, body: object): Promise<string> {
    const answer = await api().send(path, { token, body: { clientId: CLIENT, ...body } });
    expect([path, answer.status, answer.body]).toMatchObject([path, 200, {}]);
    return (answer.body as { _id: string })._id;
  }
  beforeEach(async () => {
    token = await api().login("ana");
    serial = `porta-${crypto.randomUUID().slice(0, 8)}`;
    device = await added("/Device/Insert", { farmId: FARM, sensorTypeId: "weather-station", serial, intervalMin: 60 });
    for (const [variable, unit] of [
      ["airTemp", "°C"],
      ["airHum", "%"],
      ["rainTotal", "mm"],
      ["soilMoist", "% vol"],
    ])
      await added("/Sensor/Insert", { deviceId: device, variable, unit });
  });

  const secretOf = async () =>
    DeviceSecret.parse((await api().send("/Device/RotateSecret", { token, body: { _id: device } })).body).secret;
  async function gatewayKey(fields: object = {}): Promise<string> {
    const _id = await added("/Gateway/Insert", { name: "Rede", ...fields });
    const { body } = await api().send("/Gateway/RotateKey", { token, body: { _id } });
    return (body as { key: string }).key;
  }
  const now = (hours = 0) => new Date(api().clock.now().getTime() - hours * HOUR_MS).toISOString();
  const post = (
    path: string,
    body: string,
    headers: Record<string, string> = {},
    method: "POST" | "GET" | "PUT" = "POST",
  ) => api().app.inject({ method, url: path, headers, ...(body && { payload: body }) });
  const messages = async () =>
    (await api().send(`/Device/GetMessages?ID=${device}`, { token })).body as Record<string, unknown>[];
  const bearer = (key: string) => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });
  const own = (value: number, hours = 1) =>
    JSON.stringify({ readings: [{ variable: "airTemp", date: now(hours), value }] });

  it("takes a device's own messages with its key in the header, the path or the query", async () => {
    const key = await secretOf();
    const basic = Buffer.from(`${serial}:${key}`).toString("base64");
    expect((await post("/in", own(20, 1), bearer(key))).json()).toMatchObject({ accepted: 1, serial });
    expect((await post("/in", own(20, 2), { authorization: `Basic ${basic}` })).json()).toMatchObject({ accepted: 1 });
    expect((await post(`/in/${key}`, own(20, 3))).json()).toMatchObject({ accepted: 1 });
    expect((await post(`/in?key=${key}`, own(20, 4))).json()).toMatchObject({ accepted: 1 });
    expect((await post(`/in?key=${key}&airTemp=21.5&extra=3`, "", {}, "GET")).json()).toMatchObject({ accepted: 1 });
    expect((await messages())[0]).toMatchObject({ door: "key", accepted: 1, raw: "airTemp=21.5&extra=3" });
    const state = await api().send(`/Device/GetSecretState?ID=${device}`, { token });
    expect(state.body).toMatchObject({ usedAt: api().clock.now().toISOString() });
    expect(JSON.stringify([await messages(), state.body])).not.toContain(key);
  });

  it("refuses other keys, another serial, and a key that was replaced or ended", async () => {
    const key = await secretOf();
    const other = Buffer.from(`outro:${key}`).toString("base64");
    for (const headers of [{}, bearer("x".repeat(32)), { authorization: `Basic ${other}` }])
      expectProblem(await reply(post("/in", own(20), headers)), 401, "key-rejected");
    expect((await post("/in", JSON.stringify({ serial: "outro", readings: [] }), bearer(key))).json()).toMatchObject({
      refusal: { id: "not-of-key" },
    });
    const next = await secretOf();
    expect((await post("/in", own(20), bearer(key))).statusCode).toBe(401);
    expect((await post("/in", own(20), bearer(next))).statusCode).toBe(200);
    await api().send("/Device/RevokeSecret", { token, body: { _id: device } });
    expect((await post("/in", own(20), bearer(next))).statusCode).toBe(401);
  });
  const reply = async (answer: ReturnType<typeof post>) => {
    const { statusCode: status, headers, body } = await answer;
    return { status, headers: headers as Record<string, string>, body: JSON.parse(body) as unknown, text: body };
  };

  it("takes the form of a weather station, with its units and its running total of rain", async () => {
    const key = await gatewayKey({ deviceId: device });
    const form = ECOWITT.replace("DATE", now(1).slice(0, 19).replace("T", "+"));
    const answer = (
      await post(`/in/${key}/data/report/`, form, { "content-type": "application/x-www-form-urlencoded" })
    ).json();
    expect(answer).toMatchObject({ accepted: 3, serial });
    expect(answer.rejected).toMatchObject([
      { id: "unknown-variable", field: "baromabsin", what: expect.any(String), remedy: expect.any(String) },
      { id: "unknown-variable", field: "windspeedmph" },
      { id: "unknown-variable", field: "solarradiation" },
    ]);
    const { services } = api();
    const sensors = (await api().send(`/Sensor/GetByClientID?ID=${CLIENT}`, { token })).body as Record<
      string,
      string
    >[];
    const ids = sensors.filter(({ deviceId }) => deviceId === device);
    const latest = await services.telemetry.latest(ids.map(({ _id }) => _id ?? ""));
    const latestOf = (variable: string) => latest.get(ids.find((one) => one.variable === variable)?._id ?? "")?.value;
    expect(latestOf("airTemp")).toBeCloseTo(20, 6);
    expect(latestOf("rainTotal")).toBeCloseTo(922.3, 1);
  });

  it("finds the device of a LoRaWAN message by its DevEUI, and shows those of no device", async () => {
    const key = await gatewayKey();
    const uplink = (devEui: string) => ({
      end_device_ids: { device_id: `eui-${devEui.toLowerCase()}`, dev_eui: devEui },
      received_at: now(1),
      uplink_message: {
        decoded_payload: { temp_SOIL: "30.11 °C", water_SOIL: "21.40 %", Bat: "3.384 V" },
        rx_metadata: [{ rssi: -42 }],
      },
    });
    const unknown = `EUI${crypto.randomUUID().slice(0, 6)}`.toUpperCase();
    expect((await post("/in", JSON.stringify(uplink(unknown)), bearer(key))).json()).toMatchObject({
      refusal: { id: "unknown-serial", sent: unknown },
    });
    const unclaimed = async () =>
      (await api().send(`/Device/GetUnclaimed?ID=${CLIENT}`, { token })).body as { serial: string; count: number }[];
    expect((await unclaimed()).find((one) => one.serial === unknown)).toMatchObject({ count: 1 });
    await api().send("/Device/Update", { token, body: { _id: device, serial: unknown.toLowerCase() } });
    const answer = await post("/in", JSON.stringify(uplink(unknown)), bearer(key));
    expect(answer.json()).toMatchObject({ accepted: 1, rejected: [{ id: "unknown-variable", field: "temp_SOIL" }] });
    const chirpstack = {
      time: now(2),
      fCnt: 4,
      deviceInfo: { devEui: unknown, deviceName: "sonda" },
      object: { moisture: 24.5, conductivity: 120 },
      rxInfo: [{ rssi: -90 }],
    };
    expect((await post("/in?event=up", JSON.stringify(chirpstack), bearer(key))).json()).toMatchObject({ accepted: 1 });
    const record = await api().send(`/Device/GetByID?ID=${device}`, { token });
    expect(record.body).toMatchObject({ rssiDbm: -90 });
  });

  it("reads any other JSON by a mapping", async () => {
    const mapping = [
      { path: "dados.t1", variable: "airTemp", unit: "°F" },
      { path: "dados.u", variable: "soilMoist", factor: 100, offset: 0.5 },
      { path: "dados.x", variable: "airHum" },
    ];
    const key = await gatewayKey({ mapping, serialPath: "id.numero", datePath: "quando" });
    const sent = {
      id: { numero: serial.toUpperCase() },
      quando: 1_778_760_000,
      dados: { t1: 68, u: "0.27", x: "quebrado" },
    };
    sent.quando = Math.floor(Date.parse(now(1)) / 1000);
    const answer = await post("/in", JSON.stringify(sent), bearer(key));
    expect(answer.json()).toMatchObject({
      accepted: 2,
      rejected: [{ id: "not-a-number", field: "dados.x", sent: "quebrado" }],
    });
  });

  it("takes the messages of a gateway at the broker, and names an unknown topic", async () => {
    const password = await gatewayKey();
    const ca = readFileSync(api().caFile);
    const client = await connectAsync(api().broker.url, { ca, username: "rede", password, reconnectPeriod: 0 });
    await client.publishAsync(`devices/${serial}/readings`, own(20), { qos: 1 });
    await client.publishAsync(
      "v3/app@ttn/devices/x/up",
      JSON.stringify({
        end_device_ids: { dev_eui: serial },
        received_at: now(2),
        uplink_message: { decoded_payload: { temperature: 21 } },
      }),
      { qos: 1 },
    );
    await client.publishAsync("qualquer/coisa", "{}", { qos: 1 });
    await client.endAsync();
    expect(await messages()).toMatchObject([
      { door: "mqtt", topic: "v3/app@ttn/devices/x/up", accepted: 1 },
      { door: "mqtt", accepted: 1 },
    ]);
    const unclaimed = (await api().send(`/Device/GetUnclaimed?ID=${CLIENT}`, { token })).body;
    expect(unclaimed).toContainEqual(
      expect.objectContaining({
        last: expect.objectContaining({
          topic: "qualquer/coisa",
          refusals: [expect.objectContaining({ id: "unknown-topic" })],
        }),
      }),
    );
  });

  it("survives any input, and loses none of it silently", async () => {
    const key = await secretOf();
    const gateway = await gatewayKey({ deviceId: device });
    const before = (await messages()).length;
    let sent = 0;
    for (const body of fuzzedBytes(40, [
      ECOWITT,
      own(20),
      JSON.stringify({ deviceInfo: { devEui: "1" }, object: { t: [1, { b: null }] } }),
    ])) {
      const { statusCode } = await api().app.inject({
        method: "POST",
        url: "/in",
        headers: bearer(sent++ % 2 ? key : gateway),
        payload: body,
      });
      expect([200, 400]).toContain(statusCode);
    }
    expect((await messages()).length).toBe(Math.min(100, before + sent));
  });

  it("takes every known kind of message, or names what it cannot use", async () => {
    const key = await gatewayKey({ deviceId: device });
    for (const { source, message, read = [], refused = [] } of samples(`${now(3).slice(0, 19)}Z`)) {
      const answer = await post("/in", typeof message === "string" ? message : JSON.stringify(message), bearer(key));
      const { accepted = 0, duplicate = 0, rejected = [], refusal } = answer.json();
      const what = `${source} ${answer.body}`;
      expect(answer.statusCode, what).toBe(refusal ? 400 : 200);
      if (!refusal) expect(accepted + duplicate + rejected.length, what).toBe(read.length + refused.length);
      expect(refusal === undefined, what).toBe(read.length > 0);
    }
  });

  it("gives each device of a message its own readings, and shows those of no device", async () => {
    const key = await gatewayKey();
    const unknown = `sem-${crypto.randomUUID().slice(0, 6)}`;
    const part = (of: string, temperature: unknown, minutes = 0) => ({
      serial: of,
      ts: Math.floor(Date.parse(now(1)) / 1000) + 60 * minutes,
      temperature,
    });
    const message = [part(serial, 21), part(unknown, 22), part(serial, "--", 1), part(serial, 23, 2)];
    const lines = message.map((one) => JSON.stringify(one)).join("\n");
    expect((await post("/in", lines, bearer(key))).json()).toMatchObject({
      accepted: 2,
      rejected: [
        { id: "no-value", field: "2.temperature", what: expect.any(String) },
        { id: "unknown-serial", sent: unknown },
      ],
    });
    expect(await messages()).toMatchObject([{ accepted: 2, refusals: [{ id: "no-value" }] }]);
    const unclaimed = (await api().send(`/Device/GetUnclaimed?ID=${CLIENT}`, { token })).body;
    expect(unclaimed).toContainEqual(expect.objectContaining({ serial: unknown, count: 1 }));
  });

  it("keeps keys out of the log", () => {
    expect(withoutKey("/in/abcdef/data/report")).toBe("/in/…");
    expect(withoutKey("/api/in/abcdef", "/api")).toBe("/api/in/…");
    expect(withoutKey("/Reading/Insert")).toBe("/Reading/Insert");
  });
});

/** The answer to a connection with MQTT 5. */
function connackOfMqtt5(port: number, ca: string): Promise<Packet> {
  return new Promise((resolve, reject) => {
    const read = parser({ protocolVersion: 5 });
    const socket = connectTls({ port, ca, host: "localhost" }, () =>
      socket.write(generate({ cmd: "connect", protocolId: "MQTT", protocolVersion: 5, clientId: "v5", clean: true })),
    );
    socket.on("data", (chunk) => read.parse(chunk));
    socket.on("error", reject);
    read.on("packet", resolve);
  });
}

const run = promisify(execFile);
/** A station of the demo's farm with a thermometer and its own secret. */
async function plantStation(api: TestApi, name: string) {
  const token = await api.login("ana");
  const serial = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  const insert = async (path: string, body: object) =>
    ((await api.send(path, { token, body: { clientId: CLIENT, ...body } })).body as { _id: string })._id;
  const deviceId = await insert("/Device/Insert", { farmId: FARM, sensorTypeId: "weather-station", serial });
  await insert("/Sensor/Insert", { deviceId, variable: "airTemp", unit: "°C" });
  const { body } = await api.send("/Device/RotateSecret", { token, body: { _id: deviceId } });
  return { token, serial, deviceId, secret: DeviceSecret.parse(body).secret };
}

const hasMosquitto = spawnSync("mosquitto_pub", ["--help"]).error === undefined;

describeApi("MQTT over TLS", (api) => {
  it.skipIf(!hasMosquitto && !process.env.CI)(
    "takes messages of mosquitto_pub in MQTT 3.1.1 and 5, and refuses a wrong secret in both",
    async () => {
      const { token, serial, deviceId, secret } = await plantStation(api(), "mosquitto");
      const message = JSON.stringify({
        readings: [{ variable: "airTemp", date: api().clock.now().toISOString(), value: 24.6 }],
      });
      const options = [
        "-h",
        "localhost",
        "-p",
        String(api().broker.tlsPort),
        "--cafile",
        api().caFile,
        "-u",
        serial,
        "-P",
        secret,
        "-q",
        "1",
      ];
      const publish = (...more: string[]) =>
        run("mosquitto_pub", [...options, "-t", `devices/${serial}/readings`, ...more]);
      await publish("-V", "mqttv311", "-m", message);
      const stored = await api().send(`/Device/GetMessages?ID=${deviceId}`, { token });
      expect(stored.body).toMatchObject([{ door: "mqtt", accepted: 1 }]);
      await publish("-V", "5", "-i", serial, "-m", message.replace("24.6", '24.6,"unit":"°C"'));
      const again = await api().send(`/Device/GetMessages?ID=${deviceId}`, { token });
      expect(again.body).toMatchObject([{ door: "mqtt", duplicate: 1 }, {}]);
      for (const version of ["5", "mqttv311"])
        await expect(publish("-V", version, "-P", "errado-errado-errado", "-m", message)).rejects.toThrow(
          /not authori[sz]ed|bad user ?name/i,
        );
      expect(await connackOfMqtt5(api().broker.tlsPort ?? 0, readFileSync(api().caFile, "utf8"))).toMatchObject({
        cmd: "connack",
        reasonCode: 0x86,
      });
      // Longer than a message may be: acknowledged, so that it is not sent for ever, and named.
      await publish("-m", "x".repeat(100_000));
      const after = await api().send(`/Device/GetMessages?ID=${deviceId}`, { token });
      expect(after.body).toMatchObject([{ refusals: [{ id: "not-json" }] }, {}, {}]);
    },
  );
});

const authority = await generateCertificate([{ name: "commonName", value: "Autoridade da fazenda" }], {
  extensions: [{ name: "basicConstraints", cA: true, critical: true }],
});
const stranger = await generateCertificate([{ name: "commonName", value: "Outra autoridade" }], {
  extensions: [{ name: "basicConstraints", cA: true, critical: true }],
});

describeApi(
  "client certificates over TLS",
  (api) => {
    it.skipIf(!hasMosquitto && !process.env.CI)(
      "take the place of the secret, until the device is removed",
      async () => {
        const { token, serial, deviceId, secret } = await plantStation(api(), "certificado");
        const folder = await mkdtemp(join(tmpdir(), "certificates-"));
        const files = async (name: string, by: typeof authority) => {
          const pair = await generateCertificate([{ name: "commonName", value: name }], {
            ca: { cert: by.cert, key: by.private },
          });
          const paths = [join(folder, `${name}.pem`), join(folder, `${name}.key`)] as const;
          await writeFile(paths[0], pair.cert);
          await writeFile(paths[1], pair.private);
          return ["--cert", paths[0], "--key", paths[1]];
        };
        const own = await files(serial, authority);
        const message = JSON.stringify({
          readings: [{ variable: "airTemp", date: api().clock.now().toISOString(), value: 24.6 }],
        });
        const publish = (...more: string[]) =>
          run("mosquitto_pub", [
            ...["-h", "localhost", "-p", String(api().broker.tlsPort), "--cafile", api().caFile, "-q", "1"],
            ...["-t", `devices/${serial}/readings`, "-m", message, ...more],
          ]);
        await publish(...own);
        await publish(...own, "-V", "5", "-u", serial);
        // Without a certificate, or with one of another authority, a device still has its secret.
        await publish("-u", serial, "-P", secret);
        await publish(...(await files(serial, stranger)), "-u", serial, "-P", secret);
        const stored = await api().send(`/Device/GetMessages?ID=${deviceId}`, { token });
        expect(stored.body).toMatchObject([{ duplicate: 1 }, { duplicate: 1 }, { duplicate: 1 }, { accepted: 1 }]);

        const refused = /not authori[sz]ed|bad user ?name/i;
        await expect(publish(...(await files(serial, stranger)))).rejects.toThrow(refused);
        await expect(publish(...(await files("ninguem", authority)))).rejects.toThrow(refused);
        await expect(publish(...(await files(serial, authority)), "-u", "bff")).rejects.toThrow(refused);
        expect((await api().send(`/Device/Delete?ID=${deviceId}`, { token, method: "DELETE" })).status).toBe(200);
        await expect(publish(...(await files(serial, authority)))).rejects.toThrow(refused);
      },
    );
  },
  { environment: { MQTT_CLIENT_CA: authority.cert } },
);

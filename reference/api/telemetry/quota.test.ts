import { DAY_MS, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { deviceTopic } from "@lamina/shared/messages/device-topics";
import { DeviceSecret } from "@lamina/shared/records/telemetry";
import { beforeEach, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";
import { quietLog } from "../../testing/quiet-log.ts";
import { createReadingQuota } from "./receive/quota.ts";

const CLIENT = "demo-santa-clara";
const FARM = "demo-fazenda-rio-de-ondas";
const LIMITS = { device: 5, client: 12 };

describeApi(
  "the quotas of readings",
  (api) => {
    let token: string;
    let serial: string;
    let other: string;

    async function added(path: string, body: object): Promise<string> {
      const answer = await api().send(path, { token, body: { clientId: CLIENT, ...body } });
      expect([path, answer.status]).toEqual([path, 200]);
      return (answer.body as { _id: string })._id;
    }
    async function addDevice(): Promise<string> {
      const serial = `cota-${crypto.randomUUID().slice(0, 8)}`;
      const deviceId = await added("/Device/Insert", {
        ...{ farmId: FARM, sensorTypeId: "weather-station", intervalMin: 60 },
        serial,
      });
      await added("/Sensor/Insert", { deviceId, variable: "airTemp", unit: "°C" });
      return serial;
    }
    const idOf = async (named: string) => {
      const { body } = await api().send(`/Device/GetByClientID?ID=${CLIENT}`, { token });
      return (body as { _id: string; serial: string }[]).find((one) => one.serial === named)?._id ?? "";
    };

    let sent = 0;
    const readings = (count: number) =>
      Array.from({ length: count }, () => ({
        variable: "airTemp",
        date: new Date(api().clock.now().getTime() - ++sent * MINUTE_MS).toISOString(),
        value: 20 + (sent % 5),
      }));
    const messageOf = (of: string, count: number) => ({ serial: of, readings: readings(count) });
    const post = (of: string, count: number) => api().send("/Reading/Insert", { token, body: messageOf(of, count) });
    const refusals = async (of: string) => {
      const { body } = await api().send(`/Device/GetMessages?ID=${await idOf(of)}`, { token });
      return (body as { door: string; refusals: { id: string }[] }[]).filter(({ refusals }) =>
        refusals.some(({ id }) => id.endsWith("-quota")),
      );
    };

    beforeEach(async () => {
      // A day of its own for each test.
      api().clock.advance(DAY_MS);
      token = await api().login("ana");
      [serial, other] = [await addDevice(), await addDevice()];
    });

    it("refuse a device's message at every door, with the reason and when it may go on; other devices are taken", async () => {
      expect((await post(serial, 5)).status).toBe(200);
      const answer = await post(serial, 1);
      expectProblem(answer, 429, "too-much-telemetry");
      expect(answer.body).toMatchObject({
        detail: expect.stringContaining("21h de Brasília"),
        errors: [{ id: "device-quota" }],
      });
      const untilMidnight = (DAY_MS - (api().clock.now().getTime() % DAY_MS)) / 1000;
      expect(Math.abs(Number(answer.headers["retry-after"]) - untilMidnight)).toBeLessThan(5);

      const body = { _id: await idOf(serial) };
      const { secret } = DeviceSecret.parse((await api().send("/Device/RotateSecret", { token, body })).body);
      const _id = await added("/Gateway/Insert", { name: "Rede" });
      const { key } = (await api().send("/Gateway/RotateKey", { token, body: { _id } })).body as { key: string };
      for (const bearer of [secret, key]) {
        const reply = await api().app.inject({
          ...{ method: "POST", url: "/in", payload: messageOf(serial, 1) },
          headers: { authorization: `Bearer ${bearer}` },
        });
        expect([reply.statusCode, Number(reply.headers["retry-after"]) > 0]).toEqual([429, true]);
        expect(reply.json()).toMatchObject({ accepted: 0, refusal: { id: "device-quota" } });
      }
      const { telemetry } = api().services;
      const { stored, garbage } = telemetry.counts();
      const payload = Buffer.from(JSON.stringify({ readings: readings(1) }));
      await telemetry.deviceGateway.receive(deviceTopic(serial, "readings"), payload);
      expect(telemetry.counts()).toMatchObject({ stored, garbage: garbage + 1 });

      const batches = [messageOf(serial, 1), messageOf(other, 1)];
      const many = await api().send("/Reading/InsertMany", { token, body: { batches } });
      expect(many.body).toMatchObject({
        accepted: 1,
        results: [
          { error: "validation", refusal: { id: "device-quota" } },
          { error: null, accepted: 1 },
        ],
      });
      const alone = { batches: [messageOf(serial, 1)] };
      expectProblem(await api().send("/Reading/InsertMany", { token, body: alone }), 429, "too-much-telemetry");
      // One of an hour is on the device's page.
      expect(await refusals(serial)).toMatchObject([{ door: "call", refusals: [{ id: "device-quota" }] }]);
      expect(telemetry.overQuota().device).toBeGreaterThanOrEqual(6);
    });

    it("refuse the devices of a client together, until the next UTC day", async () => {
      expect((await post(serial, 5)).status).toBe(200);
      expect((await post(other, 5)).status).toBe(200);
      const third = await addDevice();
      const answer = await post(third, 3);
      expectProblem(answer, 429, "too-much-telemetry");
      expect(answer.body).toMatchObject({ errors: [{ id: "client-quota" }] });
      expect((await post(third, 2)).status).toBe(200);
      expectProblem(await post(third, 1), 429, "too-much-telemetry");
      api().clock.advance(DAY_MS);
      token = await api().login("ana");
      expect((await post(third, 3)).status).toBe(200);
    });

    it("store the first refusal of each hour, and count every refused reading in the metric", async () => {
      const counted = async () => {
        const text = await (await fetch(`http://127.0.0.1:${api().metricsPort}/metrics`)).text();
        return Number(/api_readings_over_quota_total\{[^}]*device[^}]*\} (\d+)/.exec(text)?.[1]);
      };
      const before = await counted();
      expect((await post(serial, 5)).status).toBe(200);
      for (const count of [1, 2]) expect((await post(serial, count)).status).toBe(429);
      expect(await refusals(serial)).toHaveLength(1);
      api().clock.advance(HOUR_MS);
      for (const count of [1, 2]) expect((await post(serial, count)).status).toBe(429);
      expect(await refusals(serial)).toHaveLength(2);
      expect(await counted()).toBe(before + 6);
    });

    it("hold after a restart, by the stored messages of the day", async () => {
      expect((await post(serial, 5)).status).toBe(200);
      const { database, clock } = api();
      const next = createReadingQuota({ database, clock, log: quietLog, limits: LIMITS });
      expect(await next.take(serial, 1)).toMatchObject({ refusal: { id: "device-quota" } });
      expect(await next.take(other, 5)).toBeUndefined();
      expect(await next.take(other, 1)).toMatchObject({ refusal: { id: "device-quota" } });
      // Back to the device and its client, and never below none.
      for (let time = 0; time < 3; time++) next.giveBack(other, 5);
      expect(await next.take(other, 5)).toBeUndefined();
      expect(await next.take(other, 1)).toMatchObject({ refusal: { id: "device-quota" } });
    });
  },
  {
    environment: {
      DEVICE_READINGS_PER_DAY: String(LIMITS.device),
      CLIENT_READINGS_PER_DAY: String(LIMITS.client),
      METRICS_PORT: "0",
    },
  },
);

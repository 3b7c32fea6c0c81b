import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { DeviceFinding } from "@lamina/shared/records/devices/finding";
import { expect, it } from "vitest";
import { describeApi } from "../../../testing/api.ts";

const CLIENT = "demo-santa-clara";
const FARM = "demo-fazenda-rio-de-ondas";

describeApi("what a device's readings say of its set-up", (api) => {
  let token: string;
  async function added(path: string, body: object): Promise<string> {
    const answer = await api().send(path, { token, body: { clientId: CLIENT, ...body } });
    expect([path, answer.status, answer.body]).toMatchObject([path, 200, {}]);
    return (answer.body as { _id: string })._id;
  }
  async function device(variable: string, unit: string) {
    token = await api().login("ana");
    const serial = `achado-${crypto.randomUUID().slice(0, 8)}`;
    const _id = await added("/Device/Insert", {
      farmId: FARM,
      sensorTypeId: "weather-station",
      serial,
      intervalMin: 15,
    });
    const sensorId = await added("/Sensor/Insert", { deviceId: _id, variable, unit });
    const secret = (await api().send("/Device/RotateSecret", { token, body: { _id } })).body as { secret: string };
    /** Sends values a quarter of an hour apart, the last of now, by a clock that is ahead by some minutes. */
    const send = async (values: readonly number[], aheadMin = 0) => {
      const last = api().clock.now().getTime() + aheadMin * MINUTE_MS;
      const readings = values.map((value, index) => ({
        variable,
        date: new Date(last - (values.length - 1 - index) * 15 * MINUTE_MS).toISOString(),
        value,
      }));
      const headers = { authorization: `Bearer ${secret.secret}`, "content-type": "application/json" };
      return (
        await api().app.inject({ method: "POST", url: "/in", headers, payload: JSON.stringify({ readings }) })
      ).json();
    };
    const findings = async () =>
      DeviceFinding.array().parse((await api().send(`/Device/GetFindings?ID=${_id}`, { token })).body);
    const apply = async (finding: DeviceFinding | undefined) =>
      api().send("/Sensor/Update", { token, body: { _id: sensorId, ...finding?.change } });
    const flagged = async () => {
      const at = api().clock.now().getTime();
      const range = [new Date(at - 24 * HOUR_MS), new Date(at + HOUR_MS)] as const;
      const [series] = await api().services.telemetry.series([sensorId], ...range, "raw");
      return series?.flagged.length;
    };
    return { _id, sensorId, send, findings, apply, flagged };
  }

  it.each([
    ["soilMoist", "% vol", [0.27, 0.27, 0.28, 0.28, 0.27, 0.26, 0.26, 0.26, 0.25], "m³/m³", 100],
    ["pressure", "kPa", [887, 888, 888, 887, 886, 886, 887, 888, 889], "hPa", 0.1],
  ] as const)(
    "names the unit of %s, and converts also what is stored",
    async (variable, unit, values, other, factor) => {
      const { send, findings, apply, flagged } = await device(variable, unit);
      await send(values);
      const [finding] = await findings();
      expect(finding).toMatchObject({ id: "unit", unit: other, change: { calibA: 0, calibB: factor } });
      // A series ends before its last moment.
      expect(await flagged()).toBe(values.length - 1);
      expect((await apply(finding)).status).toBe(200);
      expect(await flagged()).toBe(0);
      expect(await findings()).toEqual([]);
    },
  );

  it("suspects a counter, and counts its increases when it is one", async () => {
    const { send, findings, apply } = await device("flow", "m³/h");
    await send(Array.from({ length: 30 }, (_, index) => 4000 + 3 * index));
    const [finding] = await findings();
    expect(finding).toMatchObject({ id: "counter", change: { variable: "flowTotal", unit: "m³" } });
    expect((await apply(finding)).status).toBe(200);
    expect((await findings()).filter(({ id }) => id === "counter")).toEqual([]);
  });

  it.each([180, -180])("corrects a clock that is ahead by %i minutes, and its stored readings", async (minutes) => {
    const { _id, sensorId, send, findings, flagged } = await device("airTemp", "°C");
    await send([20, 21, 22, 23, 24], minutes);
    const [finding] = await findings();
    expect(finding).toMatchObject({ id: "clock", minutes, storedToo: true });
    const { body } = await api().send("/Device/CorrectClock", { token, body: { _id, minutes } });
    expect(body).toEqual({ matchedCount: 1, moved: 5 });
    expect(await flagged()).toBe(0);
    const latest = await api().services.telemetry.latest([sensorId]);
    expect(latest.get(sensorId)).toMatchObject({ at: api().clock.now(), value: 24 });
    expect(await findings()).toEqual([]);
    // The same messages are the same readings.
    expect(await send([20, 21, 22, 23, 24], minutes)).toMatchObject({ duplicate: 5 });
  });
});

import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureCertificate } from "../../core/tls/certificate.ts";
import { createTelemetry, type Telemetry } from "../service.ts";
import { describeField, NOW } from "../testing/field.ts";

const AUTHOR = { userId: null, userName: "teste" };
const ACCOUNT = { apiKey: "chave-da-conta", apiSecret: "segredo-da-conta" };

/** Current conditions in the form of WeatherLink v2. */
const current = (ts: number, day: { mm: number; temp: number }) => ({
  station_id: 42,
  sensors: [
    {
      lsid: 1,
      sensor_type: 43,
      data_structure_type: 23,
      data: [{ ts, temp: day.temp, hum: 91, wind_speed_avg_last_10_min: 10, rainfall_day_mm: day.mm, solar_rad: null }],
    },
    { lsid: 2, sensor_type: 242, data_structure_type: 19, data: [{ ts, bar_sea_level: 29.4, bar_absolute: 29.4 }] },
  ],
});

describeField("Davis WeatherLink", (field) => {
  let server: Server;
  let folder: string;
  let telemetry: Telemetry;
  let weatherLink: { url: string; ca: string; secret: string };
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const asked: { url: string; secret: unknown }[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "weatherlink-"));
    const { cert, key, caFile } = await ensureCertificate(folder, ["localhost"], new Date());
    server = createServer({ cert, key }, (request, response) => {
      asked.push({ url: request.url ?? "", secret: request.headers["x-api-secret"] });
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    weatherLink = { url, ca: readFileSync(caFile, "utf8"), secret: "x".repeat(32) };
    telemetry = createTelemetry({ ...field().context, weatherLink });
  });
  afterAll(async () => {
    await telemetry?.close();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });
  const reply = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
    answer = (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body));
  };
  const links = () => {
    if (telemetry.weatherLinks === undefined) throw new Error("no service");
    return telemetry.weatherLinks;
  };
  const at = (minutes: number) => {
    field().clock.at = new Date(NOW.getTime() + minutes * MINUTE_MS);
    return field().clock.at;
  };
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

  it("reads a station, waits as it is told, and shows the last success and fault", async () => {
    at(0);
    const deviceId = await field().addDevice({ serial: "DAVIS-1", intervalMin: 15 });
    const sensorIds = [];
    for (const variable of ["airTemp", "wind", "pressure", "rainTotal"] as const)
      sensorIds.push(await field().addSensor(deviceId, variable));
    reply({ stations: [{ station_id: 42, station_name: "Sede" }, { station_id: 43 }] });
    expect(await links().set({ _id: deviceId, ...ACCOUNT }, AUTHOR)).toEqual({
      matchedCount: 0,
      stations: [
        { id: "42", name: "Sede" },
        { id: "43", name: "43" },
      ],
      fault: null,
    });
    expect(await links().set({ _id: deviceId, ...ACCOUNT, stationId: "42" }, AUTHOR)).toMatchObject({
      matchedCount: 1,
    });
    expect(asked.at(-1)).toEqual({ url: `/v2/stations?api-key=${ACCOUNT.apiKey}`, secret: ACCOUNT.apiSecret });

    reply(current(seconds(at(1)), { mm: 3, temp: 68 }));
    await links().job.run();
    expect(asked.at(-1)?.url).toBe(`/v2/current/42?api-key=${ACCOUNT.apiKey}`);
    const latest = await telemetry.latest(sensorIds);
    const values = sensorIds.map((id) => latest.get(id)?.value ?? 0);
    expect(values[0]).toBeCloseTo(20, 6);
    expect(values[1]).toBeCloseTo(4.4704, 4);
    expect(values[2]).toBeCloseTo(99.56, 2);
    expect(await links().state(deviceId)).toMatchObject({
      stationId: "42",
      succeededAt: at(1).toISOString(),
      fault: null,
    });

    // Not before its next turn.
    const before = asked.length;
    at(10);
    await links().job.run();
    expect(asked.length).toBe(before);
    reply(current(seconds(at(17)), { mm: 8.5, temp: 68 }));
    await links().job.run();
    const rain = await telemetry.dayAggregates(sensorIds.slice(3), "2026-05-14", "2026-05-14");
    expect(rain[0]?.sum).toBeCloseTo(5.5, 6);

    reply({}, 429, { "retry-after": "7200" });
    at(40);
    await links().job.run();
    expect(await links().state(deviceId)).toMatchObject({ fault: "limited", succeededAt: expect.any(String) });
    const limited = asked.length;
    at(140);
    await links().job.run();
    expect(asked.length).toBe(limited);
    reply({}, 401);
    at(170);
    await links().job.run();
    expect(await links().state(deviceId)).toMatchObject({ fault: "rejected", failedAt: at(170).toISOString() });
    const { rows } = await field().database.execute("select sealed_secret from weather_links");
    expect(JSON.stringify(rows)).not.toContain(ACCOUNT.apiSecret);
    expect(await links().end(deviceId, AUTHOR)).toBe(1);
    expect(await links().state(deviceId)).toBeNull();
  });

  it("obeys the quota of its device: a poll beyond it stores nothing until the next UTC day, and is no fault of the service", async () => {
    at(0);
    const limits = { device: 10, client: 1000 };
    const small = createTelemetry({ ...field().context, weatherLink, limits });
    const deviceId = await field().addDevice({ serial: "DAVIS-QUOTA", intervalMin: 15 });
    const sensorId = await field().addSensor(deviceId, "airTemp");
    reply({ stations: [{ station_id: 42 }] });
    await small.weatherLinks?.set({ _id: deviceId, ...ACCOUNT }, AUTHOR);
    const poll = async (minutes: number) => {
      reply(current(seconds(at(minutes)), { mm: 0, temp: 68 }));
      await small.weatherLinks?.job.run();
      const date = (await small.latest([sensorId])).get(sensorId)?.at;
      return { isStored: date?.getTime() === at(minutes).getTime(), over: small.overQuota().device };
    };
    const polls = [];
    for (const minutes of [1, 20, 40, 60]) polls.push(await poll(minutes));
    const refused = polls.filter(({ isStored }) => !isStored).length;
    expect(polls[0]).toEqual({ isStored: true, over: 0 });
    expect(refused).toBeGreaterThan(0);
    expect(polls.at(-1)?.over).toBeGreaterThanOrEqual(refused);
    expect(await small.weatherLinks?.state(deviceId)).toMatchObject({ fault: null });
    expect(await poll(24 * 60 + 60)).toMatchObject({ isStored: true });
    await small.close();
  });

  it.each([
    [() => reply({ error: "x" }, 403), "rejected"],
    [() => reply([], 200), "unreadable"],
    [
      () => {
        answer = (_request, response) => void response.destroy();
      },
      "unreachable",
    ],
  ] as const)("names a fault while it is set up", async (fails, fault) => {
    const deviceId = await field().addDevice({ serial: `DAVIS-${fault}` });
    fails();
    expect(await links().set({ _id: deviceId, ...ACCOUNT }, AUTHOR)).toEqual({ matchedCount: 0, stations: [], fault });
    expect(await links().state(deviceId)).toBeNull();
  });
});

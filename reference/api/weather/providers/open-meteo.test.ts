import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openMeteoProvider } from "./open-meteo.ts";

const now = new Date("2026-11-21T12:00:00Z");
const place = { _id: "f", lat: -12.09, lon: -45.79, altitude: 769, timezone: "America/Cuiaba" };
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/forecast`;
}

/** Two days and two hours in the form of the service's documented answer. */
const recorded = {
  latitude: -12.1,
  longitude: -45.8,
  timezone: "America/Cuiaba",
  daily: {
    time: ["2026-11-21", "2026-11-22"],
    weather_code: [3, 95],
    temperature_2m_max: [31.4, 29.9],
    temperature_2m_min: [20.1, 19.8],
    precipitation_sum: [0.4, 22.1],
    precipitation_probability_max: [20, 90],
    relative_humidity_2m_min: [41, 55],
    wind_speed_10m_max: [14.2, 18.7],
    wind_direction_10m_dominant: [85, 110],
    et0_fao_evapotranspiration: [5.1, null],
  },
  hourly: {
    time: ["2026-11-21T14:00", "2026-11-21T15:00"],
    temperature_2m: [30.2, 31.1],
    relative_humidity_2m: [48, 44],
    precipitation: [0, 0.4],
    precipitation_probability: [10, 20],
    wind_speed_10m: [11, 12.5],
    wind_gusts_10m: [20, 24],
    wind_direction_10m: [80, 90],
    shortwave_radiation: [820, null],
  },
};

test("requests the farm's forecast in its time zone and reads the recorded answer", async () => {
  let asked = new URLSearchParams();
  const url = await service((request, response) => {
    asked = new URL(request.url ?? "", "http://service").searchParams;
    response.end(JSON.stringify(recorded));
  });
  const forecast = await openMeteoProvider({ url, clock: { now: () => now } }).fetch(place);
  expect(Object.fromEntries(asked)).toMatchObject({
    latitude: "-12.0900",
    timezone: "America/Cuiaba",
    elevation: "769",
  });
  expect(forecast.issuedAt).toEqual(now);
  expect(forecast.daily[1]).toMatchObject({ date: "2026-11-22", rain: 22.1, eto: null, icon: "storm" });
  // 14 h in a zone four hours behind UTC.
  expect(forecast.hourly[0]).toMatchObject({ date: "2026-11-21T18:00:00.000Z", temp: 30.2, windKmh: 11 });
  expect(forecast.hourly).toHaveLength(2);
});

test("gives sums and means of an hour to its start: the service gives them with its end", async () => {
  const url = await service((_, response) => response.end(JSON.stringify(recorded)));
  const { hourly } = await openMeteoProvider({ url, clock: { now: () => now } }).fetch(place);
  // The 0.4 mm of "15:00" fall from 14 to 15 h.
  expect(hourly[0]).toMatchObject({ rain: 0.4, rainProbPct: 20, gustKmh: 24, radWm2: null, rh: 48 });
  expect(hourly[1]).toMatchObject({ rain: null, rainProbPct: null, gustKmh: null, temp: 31.1 });
});

test("sends a customer's key with both requests", async () => {
  const keys: (string | null)[] = [];
  const answer: RequestListener = (request, response) => {
    keys.push(new URL(request.url ?? "", "http://service").searchParams.get("apikey"));
    response.end(JSON.stringify(recorded));
  };
  const [url, ensembleUrl] = [await service(answer), await service(answer)];
  await openMeteoProvider({ url, ensembleUrl, apiKey: () => "chave", clock: { now: () => now } }).fetch(place);
  expect(keys).toEqual(["chave", "chave"]);
});

describe("the ensemble", () => {
  /** Eleven runs of two days: from 0 to 10 mm, and rain in three of them; the last has no second day. */
  const members = Object.fromEntries(
    Array.from({ length: 11 }, (_, run) => [
      run === 0 ? "precipitation_sum" : `precipitation_sum_member${String(run).padStart(2, "0")}`,
      [run, run === 10 ? null : Math.max(0, 4 * (run - 6))],
    ]),
  );
  const time = recorded.daily.time;
  const fetchWith = async (answer: RequestListener, timeoutMs?: number) => {
    const url = await service((_, response) => response.end(JSON.stringify(recorded)));
    const ensembleUrl = await service(answer);
    return openMeteoProvider({ url, ensembleUrl, clock: { now: () => now }, ...(timeoutMs && { timeoutMs }) }).fetch(
      place,
    );
  };

  test("gives ten equally probable amounts of rain of a day, where it has enough runs", async () => {
    let asked = new URLSearchParams();
    const { daily } = await fetchWith((request, response) => {
      asked = new URL(request.url ?? "", "http://service").searchParams;
      response.end(JSON.stringify({ daily: { time, ...members } }));
    });
    expect(Object.fromEntries(asked)).toMatchObject({
      models: "ecmwf_ifs025_ensemble",
      daily: "precipitation_sum",
      timezone: "America/Cuiaba",
      forecast_days: "7",
    });
    expect(daily[0]?.rainAmounts).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]);
    expect(daily[1]?.rainAmounts?.filter((mm) => mm > 0)).toHaveLength(3);
  });

  test("is requested again after three hours, or for another place", async () => {
    let asked = 0;
    const clock = { moment: now, now: () => clock.moment };
    const url = await service((_, response) => response.end(JSON.stringify(recorded)));
    const ensembleUrl = await service((_, response) => {
      asked += 1;
      response.end(JSON.stringify({ daily: { time, ...members } }));
    });
    const provider = openMeteoProvider({ url, ensembleUrl, clock });
    const after = async (hours: number, where = place) => {
      clock.moment = new Date(now.getTime() + hours * 3_600_000);
      const { daily } = await provider.fetch(where);
      expect(daily[0]?.rainAmounts).toHaveLength(10);
      return asked;
    };
    expect([await after(0), await after(1), await after(2.9), await after(3)]).toEqual([1, 1, 1, 2]);
    expect(await after(3.1, { ...place, lat: -12.5 })).toBe(3);
  });

  test.each<[string, RequestListener, number?]>([
    ["refused", (_, response) => response.writeHead(503).end("{}")],
    ["unreadable", (_, response) => response.end("<html>")],
    ["of too few runs", (_, response) => response.end(JSON.stringify({ daily: { time, precipitation_sum: [1, 2] } }))],
    // Enough for the forecast itself on a busy machine.
    ["silent", () => {}, 1_500],
  ])("is left out while it is %s, and the forecast remains", async (_, answer, timeoutMs) => {
    const { daily } = await fetchWith(answer, timeoutMs);
    expect(daily.map(({ rain, rainAmounts }) => [rain, rainAmounts])).toEqual([
      [0.4, null],
      [22.1, null],
    ]);
  });
});

test.each<[string, RequestListener, number?]>([
  ["provider-refused", (_, response) => response.writeHead(503).end("{}")],
  ["provider-garbage", (_, response) => response.end("<html>")],
  ["provider-garbage", (_, response) => response.end(JSON.stringify({ daily: {}, hourly: {} }))],
  [
    "provider-garbage",
    (_, response) => response.end(JSON.stringify({ ...recorded, daily: { ...recorded.daily, time: [] } })),
  ],
  ["provider-unreachable", (request) => request.socket.destroy()],
  ["provider-timeout", () => {}, 100],
])("%s is named", async (problem, answer, timeoutMs) => {
  const url = await service(answer);
  const provider = openMeteoProvider({ url, clock: { now: () => now }, ...(timeoutMs && { timeoutMs }) });
  await expect(provider.fetch(place)).rejects.toMatchObject({ problem });
});

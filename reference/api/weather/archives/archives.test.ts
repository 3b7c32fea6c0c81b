import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { addDays, farmDays } from "@lamina/shared/core/farm-time";
import type { WeatherDaily } from "@lamina/shared/records/weather";
import { afterAll, describe, expect, it, test } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { plantStation } from "../testing/station.ts";
import { nasaPowerArchive } from "./nasa-power.ts";
import { openMeteoArchive } from "./open-meteo-archive.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

const queryOf = (url = "") => new URL(url, "http://service").searchParams;
const dashed = (key: string) => `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6)}`;
const UNITS = {
  T2M_MAX: "C",
  T2M_MIN: "C",
  T2M: "C",
  RH2M: "%",
  WS2M: "m/s",
  ALLSKY_SFC_SW_DWN: "MJ/m^2/day",
  PRECTOTCORR: "mm/day",
};
const VALUES = {
  T2M_MAX: 30.5,
  T2M_MIN: 18.25,
  T2M: 24,
  RH2M: 70,
  WS2M: 1.5,
  ALLSKY_SFC_SW_DWN: 20.5,
  PRECTOTCORR: 3.25,
};

/** The published form of a daily answer, with the value for missing data on the last day. */
const power: RequestListener = (request, response) => {
  const query = queryOf(request.url);
  const days = farmDays(dashed(query.get("start") ?? ""), dashed(query.get("end") ?? ""));
  const columnOf = (value: number) =>
    Object.fromEntries(days.map((day, index) => [day.replaceAll("-", ""), index === days.length - 1 ? -999 : value]));
  response.end(
    JSON.stringify({
      type: "Feature",
      geometry: { type: "Point", coordinates: [-47.9, -15.8, 1030.45] },
      properties: {
        parameter: Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, columnOf(value)])),
      },
      header: { title: "NASA/POWER Source Native Resolution Daily Data", fill_value: -999, time_standard: "LST" },
      messages: [],
      parameters: Object.fromEntries(Object.entries(UNITS).map(([name, units]) => [name, { units, longname: name }])),
      times: { data: 0.1, process: 0.02 },
    }),
  );
};
const powerUrl = await service(power);
const place = { _id: "f", lat: -15.8, lon: -47.9, altitude: 1030, timezone: "America/Sao_Paulo" };

test("NASA POWER is asked in local solar time for one point, and its missing values are no days", async () => {
  let asked = new URLSearchParams();
  const url = await service((request, response) => {
    asked = queryOf(request.url);
    power(request, response);
  });
  const days = await nasaPowerArchive({ url }).fetch(place, "2020-02-28", "2020-03-01");
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ community: "AG", start: "20200228", end: "20200301", format: "JSON", "time-standard": "LST" },
    ...{ latitude: "-15.8000", longitude: "-47.9000", "site-elevation": "1030" },
  });
  expect(days).toEqual(
    ["2020-02-28", "2020-02-29"].map((date) => ({
      ...{ date, tMax: 30.5, tMin: 18.25, tMean: 24, rhMean: 70, wind2m: 1.5, rad: 20.5, rain: 3.25 },
    })),
  );
});

test("Open-Meteo is asked for the farm's days, its wind becomes that at 2 m, and days without data are left out", async () => {
  let asked = new URLSearchParams();
  const url = await service((request, response) => {
    asked = queryOf(request.url);
    const daily = {
      time: ["2020-02-28", "2020-02-29"],
      temperature_2m_max: [30.5, null],
      temperature_2m_min: [18.2, null],
      temperature_2m_mean: [24.1, null],
      relative_humidity_2m_max: [95, null],
      relative_humidity_2m_min: [45, null],
      relative_humidity_2m_mean: [70, null],
      wind_speed_10m_mean: [2, null],
      shortwave_radiation_sum: [20.5, null],
      precipitation_sum: [3.2, null],
    };
    response.end(
      JSON.stringify({
        latitude: -15.8,
        longitude: -47.9,
        utc_offset_seconds: -10800,
        daily_units: { time: "iso8601" },
        daily,
      }),
    );
  });
  const days = await openMeteoArchive({ url, apiKey: () => "chave" }).fetch(place, "2020-02-28", "2020-02-29");
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ start_date: "2020-02-28", end_date: "2020-02-29", timezone: "America/Sao_Paulo", wind_speed_unit: "ms" },
    ...{ elevation: "1030", apikey: "chave" },
  });
  expect(days).toMatchObject([
    { date: "2020-02-28", tMax: 30.5, rhMin: 45, wind2m: expect.closeTo(1.496, 3), rad: 20.5 },
  ]);
});

describe("a service without an answer", () => {
  test.each<[string, RequestListener]>([
    ["provider-refused", (_, response) => response.writeHead(429).end("{}")],
    ["provider-garbage", (_, response) => response.end("<html>")],
    [
      "provider-garbage",
      (request, response) => {
        const end = response.end.bind(response);
        power(
          request,
          Object.assign(response, { end: (body: string) => end(body.replace("MJ/m^2/day", "kW-hr/m^2/day")) }),
        );
      },
    ],
    ["provider-unreachable", (request) => request.socket.destroy()],
    ["provider-timeout", () => {}],
  ])("%s is named", async (problem, answer) => {
    const archive = nasaPowerArchive({ url: await service(answer), timeoutMs: 300 });
    await expect(archive.fetch(place, "2020-01-01", "2020-01-02")).rejects.toMatchObject({ problem });
  });
});

describeApi(
  "past weather from a service",
  (api) => {
    it("is stored once, fills what was not measured, says its source, and keeps days of another one", async () => {
      const { farmId, today, send } = await plantStation(api(), { id: "archive", days: 40, variables: ["airTemp"] });
      const [from, to] = [addDays(today, -400), addDays(today, -396)];
      const order = { farmId, source: "nasa-power", from, to };
      const other = { date: from, tMax: 33, tMin: 20 };
      await send("/WeatherDaily/ImportPast", { farmId, source: "inmet", days: [other] });
      expect(await send("/WeatherDaily/FetchPast", order)).toEqual({
        ...{ inserted: 3, changed: 0, duplicate: 0, kept: 1, absent: 1, problem: null },
      });
      expect(await send("/WeatherDaily/FetchPast", order)).toMatchObject({ inserted: 0, duplicate: 3, kept: 1 });
      await api().services.weather.settle();
      const days = (await send(`/WeatherDaily/GetByFarmID?ID=${farmId}&from=${from}&to=${to}`)) as WeatherDaily[];
      expect(days.slice(0, 2)).toMatchObject([
        { date: from, tMax: 33, filledFrom: { tMax: "inmet" } },
        { date: addDays(from, 1), tMax: 30.5, rain: 3.25, filledFrom: { tMax: "nasa-power", rain: "nasa-power" } },
      ]);
      expect(await send("/WeatherDaily/FetchPast", { ...order, replace: true })).toMatchObject({ changed: 1, kept: 0 });
    });

    it("does not replace what a station measured", async () => {
      const field = await plantStation(api(), { id: "archive-measured", days: 10, variables: ["airTemp", "rain"] });
      const { farmId, today, send, addReadings } = field;
      const date = addDays(today, -3);
      const hours = Array.from({ length: 24 }, (_, hour) =>
        new Date(Date.parse(`${date}T03:30:00Z`) + hour * 3_600_000).toISOString(),
      );
      await addReadings(
        "archive-measured",
        hours.flatMap((at, hour) => [
          { variable: "airTemp", date: at, value: 18 + 8 * Math.sin((hour / 24) * Math.PI) },
          { variable: "rain", date: at, value: 0 },
        ]),
      );
      await send("/WeatherDaily/FetchPast", {
        farmId,
        source: "nasa-power",
        from: addDays(date, -1),
        to: addDays(date, 1),
      });
      await api().services.weather.settle();
      const [day] = (await send(`/WeatherDaily/GetByFarmID?ID=${farmId}&from=${date}&to=${date}`)) as WeatherDaily[];
      expect(day).toMatchObject({ tMax: expect.closeTo(26, 1), rain: 0, rad: 20.5, filledFrom: { rad: "nasa-power" } });
      expect(day?.filledFrom).not.toHaveProperty("tMax");
    });

    it("says that a service is off, and refuses more than a year and users without the right", async () => {
      const { farmId, today, send } = await plantStation(api(), {
        id: "archive-rules",
        days: 10,
        variables: ["airTemp"],
      });
      const order = { farmId, source: "open-meteo", from: addDays(today, -9), to: today };
      expect(await send("/WeatherDaily/FetchPast", order)).toMatchObject({ inserted: 0, problem: "off" });
      const [admin, viewer] = [await api().login("admin"), await api().login("carla")];
      const path = "/WeatherDaily/FetchPast";
      const long = { ...order, from: addDays(today, -500) };
      expect((await api().send(path, { token: admin, body: long })).status).toBe(400);
      expect((await api().send(path, { token: viewer, body: order })).status).toBe(403);
    });
  },
  { environment: { NASA_POWER_URL: powerUrl, OPEN_METEO_ARCHIVE_URL: "off" } },
);

import { expect, it } from "vitest";
import { openSample } from "../importing/testing/open-sample.ts";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord } from "../records/data/screen-config.ts";
import { rainReader } from "../watering/readers.ts";
import { pastWeatherReader } from "./past-weather-reader.ts";

const lists = listsOf(new Map([["farm", [{ _id: "f1", clientId: "c1", name: "Buriti" } as AnyRecord]]]));
const reader = pastWeatherReader(lists);
const fixed = { farmId: "Buriti", source: "Outra estação" };
const read = async (file: string, sheet?: string) => {
  const preview = await openSample(file, reader, { fixed }, sheet);
  expect([preview.errors, preview.missing, preview.mapping.unclear]).toEqual([[], [], []]);
  return preview.good.map(({ fields: { farmId: _farm, source: _source, ...day } }) => day);
};

it("Open-Meteo: the days of its CSV and of its JSON", async () => {
  const file = `latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
-15.782074,-47.974285,1102.0,-10800,America/Sao_Paulo,-03

time,temperature_2m_max (°C),temperature_2m_min (°C),precipitation_sum (mm),shortwave_radiation_sum (MJ/m²),relative_humidity_2m_mean (%)
2024-01-01,28.125,19.2,12.40,21.53,80
`;
  expect(await read(file)).toEqual([
    { date: "2024-01-01", tMax: 28.125, tMin: 19.2, rain: 12.4, rad: 21.53, rhMean: 80 },
  ]);
  const json = JSON.stringify({
    utc_offset_seconds: -10800,
    daily_units: { time: "unixtime", temperature_2m_max: "°F", temperature_2m_min: "°F" },
    daily: { time: [1704078000], temperature_2m_max: [86], temperature_2m_min: [68] },
  });
  expect(await read(json)).toEqual([{ date: "2024-01-01", tMax: 30, tMin: 20 }]);
});

it("NASA POWER: daily JSON, with radiation in kWh", async () => {
  const json = JSON.stringify({
    type: "Feature",
    geometry: { type: "Point", coordinates: [-47.9, -15.8, 1030] },
    properties: {
      parameter: {
        T2M_MAX: { 20240101: 30.5 },
        T2M_MIN: { 20240101: 19 },
        ALLSKY_SFC_SW_DWN: { 20240101: 5 },
        PRECTOTCORR: { 20240101: -999 },
      },
    },
    header: { fill_value: -999, time_standard: "LST" },
    parameters: {
      T2M_MAX: { units: "C" },
      T2M_MIN: { units: "C" },
      ALLSKY_SFC_SW_DWN: { units: "kW-hr/m^2/day" },
      PRECTOTCORR: { units: "mm/day" },
    },
  });
  expect(await read(json)).toEqual([{ date: "2024-01-01", tMax: 30.5, tMin: 19, rad: 18 }]);
});

it("CIMIS and AgriMet: days in their units", async () => {
  expect(
    await read(`Stn Id,Stn Name,Date,Jul,ETo (in),qc,Precip (in),qc,Sol Rad (Ly/day),qc,Max Air Temp (F),qc,Min Air Temp (F),qc,Avg Air Temp (F),qc,Max Rel Hum (%),qc,Min Rel Hum (%),qc,Avg Rel Hum (%),qc,Avg Wind Speed (mph),qc
2,FivePoints,1/15/2024,15,0.05,,0.10,,250,,68.0,,50.0,,59.0,,95,,45,,70,,4.5,
`),
  ).toMatchObject([
    { date: "2024-01-15", rain: 2.54, rad: 10.46, tMax: 20, tMin: 10, tMean: 15, rhMax: 95, rhMin: 45, rhMean: 70 },
  ]);
  expect(
    await read(
      "DATE      ,    ABEI MX  ,    ABEI MN  ,    ABEI PP\n2024-01-15,        68.00,        50.00,         0.10\n",
    ),
  ).toMatchObject([{ date: "2024-01-15", tMax: 20, tMin: 10, rain: 2.54 }]);
});

it("a day without any value is named", async () => {
  const { errors } = await openSample("YEAR,DOY,T2M_MAX,T2M_MIN\n2024,1,-999,-999\n", reader, { fixed });
  expect(errors).toMatchObject([{ line: 2, field: "Dia" }]);
});

it("several rows of a day are named, because only the last one would stay", async () => {
  const { doubts } = await openSample("Data;Tmax;Tmin\n20/11/2024 00:00;30;20\n20/11/2024 01:00;29;20\n", reader, {
    fixed,
  });
  expect(doubts.map(({ text }) => text).join()).toContain("2 linhas do mesmo dia");
});

const hidroweb = (rows: readonly string[]) =>
  [
    "//------------------------------",
    "//CHUVAS",
    "//Pluviômetro = 1, Pluviógrafo = 2, Data logger = 3",
    `EstacaoCodigo;NivelConsistencia;Data;TipoMedicaoChuvas;Maxima;Total;${Array.from({ length: 31 }, (_, day) => `Chuva${String(day + 1).padStart(2, "0")}`).join(";")};${Array.from({ length: 31 }, (_, day) => `Chuva${String(day + 1).padStart(2, "0")}Status`).join(";")}`,
    ...rows,
  ].join("\r\n");
const month = (level: number, first: string, values: readonly string[]) =>
  `01547004;${level};${first};1;45,2;60;${Array.from({ length: 31 }, (_, day) => values[day] ?? "").join(";")};${"1;".repeat(31)}`;

it("ANA: the months of HidroWeb become days, the consistent level before the raw one", async () => {
  const file = hidroweb([
    month(1, "01/02/2023", ["9,9", "1,4"]),
    month(2, "01/02/2023", ["0,0", "12,4", "", ...Array.from({ length: 28 }, () => "0,0")]),
  ]);
  const { good, errors } = await openSample(file, rainReader(lists));
  expect(errors).toEqual([]);
  expect(good.slice(0, 3).map(({ fields }) => fields)).toEqual([
    { farmId: "f1", date: "2023-02-01", mm: 0 },
    { farmId: "f1", date: "2023-02-02", mm: 12.4 },
    { farmId: "f1", date: "2023-02-04", mm: 0 },
  ]);
  // February has no days 29 to 31.
  expect(good.slice(-1)[0]?.fields.date).toBe("2023-02-28");
  expect((await read(file)).slice(0, 2)).toEqual([
    { date: "2023-02-01", rain: 0 },
    { date: "2023-02-02", rain: 12.4 },
  ]);
});

it("days of Brazilian tables, with the wind at 2 m in its name, and short names of grids", async () => {
  expect(
    await read(
      "Data;Temp. Máx. (ºC);Temp. Mín. (ºC);Temp. Média;Chuva (mm);UR Média (%);Vento 2 m (m/s);Radiação (MJ/m².dia)\n01/01/2024;31,2;20,4;25,1;12,4;71;1,5;21,4\n",
    ),
  ).toEqual([
    { date: "2024-01-01", tMax: 31.2, tMin: 20.4, tMean: 25.1, rhMean: 71, wind2m: 1.5, rad: 21.4, rain: 12.4 },
  ]);
  expect(await read("data,Tmax,Tmin,UR,u2,Rs,pr\n2024-01-01,31.2,20.4,71.2,1.5,21.4,12.4\n")).toEqual([
    { date: "2024-01-01", tMax: 31.2, tMin: 20.4, rhMean: 71.2, wind2m: 1.5, rad: 21.4, rain: 12.4 },
  ]);
});

it("CIMIS: a wind without a height is asked about, and INMET's is not", async () => {
  const cimis =
    "Stn Id,Date,Jul,Max Air Temp (F),qc,Min Air Temp (F),qc,Avg Wind Speed (mph),qc\n2,1/15/2024,15,86, ,68, ,10, \n";
  const { doubts, good } = await openSample(cimis, reader, { fixed });
  expect(good[0]?.fields.wind2m).toBeCloseTo(3.344, 2);
  expect(doubts.map(({ remedy }) => remedy?.label)).toEqual(["Ler como vento a 2 m"]);
  const other = await openSample(cimis, reader, { ...doubts[0]?.remedy?.mapping, fixed });
  expect([other.doubts, other.good[0]?.fields.wind2m]).toEqual([[], 4.4704]);
  const bdmep =
    "Data Medicao;TEMPERATURA MAXIMA, DIARIA(°C);TEMPERATURA MINIMA, DIARIA(°C);VENTO, VELOCIDADE MEDIA DIARIA(m/s);\n2024-01-01;31,2;20,4;1,5;\n";
  expect((await openSample(bdmep, reader, { fixed })).doubts).toEqual([]);
});

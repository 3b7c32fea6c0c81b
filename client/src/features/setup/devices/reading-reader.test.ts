import { expect, it } from "vitest";
import { parseCsv } from "../../../ui/import/testing/parse-csv.ts";
import { suggestMapping } from "../importing/column-uses.ts";
import { readRows } from "../importing/testing/read-rows.ts";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord } from "../records/data/screen-config.ts";
import { readingReader } from "./reading-reader.ts";

const record = (fields: object) => fields as AnyRecord;
const lists = listsOf(
  new Map([
    ["farm", [record({ _id: "f1", name: "Buriti", timezone: "America/Sao_Paulo" })]],
    [
      "device",
      [record({ _id: "d1", serial: "E-1", farmId: "f1" }), record({ _id: "d2", serial: "E-2", farmId: "f1" })],
    ],
  ]),
);
const reader = readingReader(lists);

/** Readings of a file as `moment variable depth value`, for the station E-1. */
function read(file: string, change: object = {}) {
  const cells = parseCsv(file);
  const mapping = { ...suggestMapping(cells, reader), fixed: { serial: "E-1" }, ...change };
  const preview = readRows(cells, reader, mapping);
  const shown = preview.good.map(({ fields }) =>
    [String(fields.date).replace(":00.000Z", "Z"), fields.variable, fields.depthCm, fields.value]
      .filter((part) => part !== undefined)
      .join(" "),
  );
  return { ...preview, shown };
}

it("reads the hourly file of INMET: its names are in the ninth row, its hours in UTC", () => {
  const { shown, errors, missing, mapping } = read(`REGIAO:;S
ESTACAO:;PASSO NOVO
ALTITUDE:;87,5
Data;Hora UTC;PRECIPITAÇÃO TOTAL, HORÁRIO (mm);PRESSAO ATMOSFERICA AO NIVEL DA ESTACAO, HORARIA (mB);PRESSÃO ATMOSFERICA MAX.NA HORA ANT. (AUT) (mB);RADIACAO GLOBAL (Kj/m²);TEMPERATURA DO AR - BULBO SECO, HORARIA (°C);TEMPERATURA DO PONTO DE ORVALHO (°C);TEMPERATURA MÁXIMA NA HORA ANT. (AUT) (°C);UMIDADE REL. MAX. NA HORA ANT. (AUT) (%);UMIDADE RELATIVA DO AR, HORARIA (%);VENTO, DIREÇÃO HORARIA (gr) (° (gr));VENTO, RAJADA MAXIMA (m/s);VENTO, VELOCIDADE HORARIA (m/s);
2024/03/01;0000 UTC;0;1001,5;1002;-9999;22,5;17,9;23;91;87;187;3,3;,8;
2024/03/01;1500 UTC;,2;1000;1001;1.800;30,5;17;31;60;55;90;5;2;
`);
  expect(errors).toEqual([]);
  expect(missing).toEqual([]);
  expect(mapping.zone).toBe("UTC");
  expect(shown).toEqual([
    "2024-03-01T00:00Z rain 0",
    "2024-03-01T00:00Z pressure 100.15",
    "2024-03-01T00:00Z airTemp 22.5",
    "2024-03-01T00:00Z airHum 87",
    "2024-03-01T00:00Z windDir 187",
    "2024-03-01T00:00Z gust 3.3",
    "2024-03-01T00:00Z wind 0.8",
    "2024-03-01T15:00Z rain 0.2",
    "2024-03-01T15:00Z pressure 100",
    "2024-03-01T15:00Z rad 500",
    "2024-03-01T15:00Z airTemp 30.5",
    "2024-03-01T15:00Z airHum 55",
    "2024-03-01T15:00Z windDir 90",
    "2024-03-01T15:00Z gust 5",
    "2024-03-01T15:00Z wind 2",
  ]);
});

it("reads the table of INMET's site", () => {
  const { shown } =
    read(`"Data";"Hora (UTC)";"Temp. Ins. (C)";"Temp. Max. (C)";"Umi. Ins. (%)";"Umi. Max. (%)";"Pto Orvalho Ins. (C)";"Pressao Ins. (hPa)";"Vel. Vento (m/s)";"Dir. Vento (m/s)";"Raj. Vento (m/s)";"Radiacao (KJ/m²)";"Chuva (mm)"
"01/03/2024";"0000";"22,5";"23";"87";"90";"18";"1001,5";"0,8";"187";"3,3";"";"0"
"01/03/2024";"0100";"22,1";"23";"88";"90";"18";"1001";"0,7";"180";"3";"360";"0,2"
`);
  expect(shown.slice(-8)).toEqual([
    "2024-03-01T01:00Z airTemp 22.1",
    "2024-03-01T01:00Z airHum 88",
    "2024-03-01T01:00Z pressure 100.1",
    "2024-03-01T01:00Z wind 0.7",
    "2024-03-01T01:00Z windDir 180",
    "2024-03-01T01:00Z gust 3",
    "2024-03-01T01:00Z rad 100",
    "2024-03-01T01:00Z rain 0.2",
  ]);
});

it("reads an export of WeatherLink, with two lines of names, AM and PM", () => {
  const { shown } = read(
    [
      ["", "", "Temp", "Hi", "Low", "Out", "Dew", "Wind", "Wind", "Hi", "", "", "Solar"],
      ["Date", "Time", "Out", "Temp", "Temp", "Hum", "Pt.", "Speed", "Dir", "Speed", "Bar", "Rain", "Rad."],
      ["20/11/26", "12:30a", "21.5", "22", "21", "80", "18", "1.5", "NNE", "3", "---", "0.2", "0"],
      ["20/11/26", "4:00p", "30.5", "31", "30", "40", "15", "2.5", "SW", "6", "900.5", "0.0", "600"],
    ]
      .map((row) => row.join("\t"))
      .join("\n"),
  );
  expect(shown).toEqual(
    expect.arrayContaining([
      "2026-11-20T03:30Z airTemp 21.5",
      "2026-11-20T03:30Z airHum 80",
      "2026-11-20T19:00Z wind 2.5",
      "2026-11-20T19:00Z gust 6",
      "2026-11-20T19:00Z rad 600",
    ]),
  );
  expect(shown.filter((one) => one.includes("airTemp"))).toHaveLength(2);
});

it("reads an export of WeatherLink.com in imperial units", () => {
  const { shown } = read(`"Station: Sede"
"Date & Time","Barometer - in Hg","Inside Temp - °F","Temp - °F","High Temp - °F","Hum - %","Dew Point - °F","Avg Wind Speed - mph","High Wind Speed - mph","Rain - in","Rain Rate - in/h","Solar Rad - W/m^2"
"11/20/26 4:05 PM","29.400","75","70.4","72","55","53","10.0","20","0.10","0.00","512"
"11/20/26 4:20 PM","29.41","75","71","72","55","53","--","20","0.00","0.00","500"
`);
  expect(shown.slice(0, 7)).toEqual([
    expect.stringMatching(/^2026-11-20T19:05Z pressure 99\.5598/),
    "2026-11-20T19:05Z airTemp 21.3333333333",
    "2026-11-20T19:05Z airHum 55",
    "2026-11-20T19:05Z wind 4.4704",
    "2026-11-20T19:05Z gust 8.9408",
    "2026-11-20T19:05Z rain 2.54",
    "2026-11-20T19:05Z rad 512",
  ]);
});

it("reads a Campbell logger: units in a row of their own, a sum of a minute as its mean", () => {
  const { shown, errors } = read(`"TOA5","CR300","CR300","1","CR300.Std","CPU:X.CR3","1","Min1"
"TIMESTAMP","RECORD","WS_ms_S_WVT","WindDir_D1_WVT","BP_mbar_Avg","AirTC_Avg","RH","Slr_kJ_Tot","BattV_Min","PTemp_C_Avg"
"TS","RN","meters/second","Deg","mbar","Deg C","%","kJ/m²","Volts","Deg C"
"","","WVc","WVc","Avg","Avg","Smp","Tot","Min","Avg"
"2026-09-14 17:23:00",0,4.785,33.57,1014,26.73,77.77,60,12.5,30
"2026-09-14 17:24:00",1,"NAN",37.94,1014,26.81,78.12,30,12.5,30
`);
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2026-09-14T20:23Z wind 4.785",
    "2026-09-14T20:23Z windDir 33.57",
    "2026-09-14T20:23Z pressure 101.4",
    "2026-09-14T20:23Z airTemp 26.73",
    "2026-09-14T20:23Z airHum 77.77",
    "2026-09-14T20:23Z rad 1000",
    "2026-09-14T20:24Z windDir 37.94",
    "2026-09-14T20:24Z pressure 101.4",
    "2026-09-14T20:24Z airTemp 26.81",
    "2026-09-14T20:24Z airHum 78.12",
    "2026-09-14T20:24Z rad 500",
  ]);
});

it("takes of two columns of a quantity the one in the unit of the record", () => {
  const { shown, mapping } = read(
    "TIMESTAMP,Slr_kJ_Tot,Slr_W_Avg\n2026-09-14 17:23:00,60,990\n2026-09-14 17:24:00,60,1010",
  );
  expect(mapping.unclear).toEqual([]);
  expect(shown).toEqual(["2026-09-14T20:23Z rad 990", "2026-09-14T20:24Z rad 1010"]);
});

it("reads a wide probe, whose fractions become percent and whose depths are in the names", () => {
  const { shown } = read(`Date Time,A1(10),A2(30),Soil Temp 10 cm
2026/11/20 08:00,0.273,0.31,24.5
2026/11/20 08:15,0.272,0.309,24.4
`);
  expect(shown.slice(0, 3)).toEqual([
    "2026-11-20T11:00Z soilMoist 10 27.3",
    "2026-11-20T11:00Z soilMoist 30 31",
    "2026-11-20T11:00Z soilTemp 10 24.5",
  ]);
});

it("reads the hours 0100 to 2400 of CIMIS, whose columns qc have no use", () => {
  const { shown, mapping } =
    read(`Stn Id,Stn Name,Date,Hour (PST),Jul,ETo (in),qc,Precip (in),qc,Sol Rad (Ly/day),qc,Air Temp (F),qc,Rel Hum (%),qc,Wind Speed (mph),qc,Soil Temp (F),qc
2,FivePoints,11/20/2026,0100,324,0.00, ,0.10, ,0,,50.0, ,80, ,5.0, ,60.0, 
2,FivePoints,11/20/2026,2400,324,0.00, ,--, ,100,,59.0, ,80, ,5.0, ,60.0, 
`);
  expect(mapping.unclear).toEqual([]);
  expect(shown.filter((one) => /rain|airTemp|soilTemp|rad/.test(one))).toEqual([
    "2026-11-20T09:00Z rain 2.54",
    "2026-11-20T09:00Z rad 0",
    "2026-11-20T09:00Z airTemp 10",
    "2026-11-20T09:00Z soilTemp 15.5555555556",
    "2026-11-21T08:00Z rad 48.4259",
    "2026-11-21T08:00Z airTemp 15",
    "2026-11-21T08:00Z soilTemp 15.5555555556",
  ]);
});

it("joins a day and its hour, and converts no value of the own form", () => {
  expect(read("Data;Hora;Temp;UR;Chuva\n20/11/2026;08:00;24,1;60;0").shown).toEqual([
    "2026-11-20T11:00Z airTemp 24.1",
    "2026-11-20T11:00Z airHum 60",
    "2026-11-20T11:00Z rain 0",
  ]);
});

it("decides a point by its column, and refuses a comma before it", () => {
  const { shown, errors, empty } = read(`Número de série;Data e hora;Grandeza;Profundidade;Valor
E-1;20/11/2026 13:00;Radiação solar;;1.020
E-1;20/11/2026 13:15;Radiação solar;;1.020,5
E-1;20/11/2026 13:30;Radiação solar;;1,020.5
E-1;20/11/2026 13:45;Radiação solar;;5,5E+02
E-1;20/11/2026 14:00;Radiação solar;;,8
E-1;20/11/2026 14:15;Radiação solar;;--
E-1;20/11/2026 14:30;Radiação solar;;-9999
`);
  expect(shown.map((one) => one.split(" ")[2])).toEqual(["1020", "1020.5", "550", "0.8"]);
  expect(errors).toEqual([{ line: 4, field: "Valor", message: "Informe um número." }]);
  expect(empty).toBe(2);
  const alone = read("Série;Data e hora;Grandeza;Valor\nE-1;20/11/2026 13:00;Radiação solar;1.020", {});
  expect(alone.errors.map(({ message }) => message)).toEqual(["“1.020” é 1020 ou 1,020? Escreva de um destes modos."]);
});

it("does not choose between two columns of one name", () => {
  const { good, mapping, missing } = read(
    "Número de série;Data e hora;Grandeza;Valor;qc;Valor\nE-1;20/11/2026 13:00;Temperatura do ar;21,1;;29",
  );
  expect(mapping.unclear).toEqual([{ label: "Valor", columns: [3, 5] }]);
  expect([good, missing]).toEqual([[], ["Valor"]]);
});

it("names the unknown serial number of a wide row once", () => {
  const file = "Número de série;Data e hora;Chuva (mm);Temperatura (°C)\nE-9;25/11/2026 10:00;0,2;27,4\n";
  expect(read(file, { fixed: {} }).errors).toMatchObject([{ line: 2, message: "“E-9” não está cadastrado." }]);
});

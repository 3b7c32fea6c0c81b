import { expect, it } from "vitest";
import { openSample } from "../../importing/testing/open-sample.ts";
import { read, reader } from "../testing/station.ts";

it("Campbell: an array of a CR1000 without names has no row lost, and is read once its columns are chosen", async () => {
  const file = "101,2024,15,1300,24.35,61.2\n101,2024,15,2400,24.41,60.8\n";
  const { missing, good, mapping } = await read(file);
  expect([missing.length > 0, good.length, mapping.data]).toEqual([true, 0, 0]);
  const paths = [null, "date#ano", "date#diaDoAno", "date#hora", "*airTemp", "*airHum"];
  const uses = paths.map((path) => (path === null ? null : { path }));
  const { shown, errors } = await openSample(file, reader, { uses });
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2024-01-15T16:00Z airTemp 24.35",
    "2024-01-15T16:00Z airHum 61.2",
    "2024-01-16T03:00Z airTemp 24.41",
    "2024-01-16T03:00Z airHum 60.8",
  ]);
});

it("Campbell: TOACI1, whose units are in the names alone", async () => {
  const { shown, errors } = await read(`"TOACI1","CR1000","Table60"
"TMSTAMP","RECNBR","AirTC_Avg","RH","SlrkJ_Tot","WS_ms_S_WVT","Rain_mm_Tot"
"2024-01-15 13:00:00",120,24.35,61.2,2923,1.92,0
"2024-01-15 14:00:00",121,25.1,58.9,2520,2.11,0.254
`);
  expect(errors).toEqual([]);
  expect(shown.slice(5)).toEqual([
    "2024-01-15T17:00Z airTemp 25.1",
    "2024-01-15T17:00Z airHum 58.9",
    "2024-01-15T17:00Z rad 700",
    "2024-01-15T17:00Z wind 2.11",
    "2024-01-15T17:00Z rain 0.254",
  ]);
});

it("Davis: a text in American units without their names is named, and all columns are read so at once", async () => {
  const hour = (time: string) => `1/15/24\t${time}\t84.9\t51\t4.0\tENE\t11.0\t29.887\t0.02\t742\t701\t1\r\n`;
  const file = `\t\tTemp\tOut\tWind\tWind\tHi\t\t\tSolar\tWind\tWind\r
Date\tTime\tOut\tHum\tSpeed\tDir\tSpeed\tBar  \tRain\tRad.\tSamp\tTx\r
${hour("12:30 AM")}${hour("1:00 PM")}`;
  const { doubts, mapping } = await read(file);
  expect([mapping.unclear, mapping.order]).toEqual([[], "mdy"]);
  expect(doubts.map(({ remedy }) => remedy?.label)).toEqual(["Ler em unidades americanas"]);
  const { shown, doubts: none } = await openSample(file, reader, doubts[0]?.remedy?.mapping);
  expect(none).toEqual([]);
  expect(shown.slice(0, 8)).toEqual([
    "2024-01-15T03:30Z airTemp 29.3888888889",
    "2024-01-15T03:30Z airHum 51",
    "2024-01-15T03:30Z wind 1.78816",
    "2024-01-15T03:30Z windDir 67.5",
    "2024-01-15T03:30Z gust 4.91744",
    "2024-01-15T03:30Z pressure 101.209008043",
    "2024-01-15T03:30Z rain 0.508",
    "2024-01-15T03:30Z rad 742",
  ]);
});

it("WeatherLink.com: the prevailing wind, and not the direction of the highest", async () => {
  const { shown, mapping } =
    await read(`"Date & Time","Temp - °F","Prevailing Wind Direction","High Wind Direction","Rain - in","Rain Rate - in/h"
"1/15/24 1:00 PM","84.9","ENE","E","0.02","0.00"
`);
  expect(mapping.unclear).toEqual([]);
  expect(shown).toEqual([
    "2024-01-15T16:00Z airTemp 29.3888888889",
    "2024-01-15T16:00Z windDir 67.5",
    "2024-01-15T16:00Z rain 0.508",
  ]);
});

it("probes: a temperature at a depth is that of the soil, depths may be inches, and an index of salinity is none of ec", async () => {
  const sentek = await read(`Date Time,Pivo 3 - Moisture 5cm (%),Pivo 3 - Salinity 5cm,Pivo 3 - Temperature 5cm (°C)
15/01/2024 13:00,24.51,1502.1,24.1
`);
  expect(sentek.unknown).toEqual(["Pivo 3 - Salinity 5cm"]);
  expect(sentek.shown).toEqual(["2024-01-15T16:00Z soilMoist 5 24.51", "2024-01-15T16:00Z soilTemp 5 24.1"]);
  const aquaspy = await read(`"AquaSpy","Probe 123456"
"Timestamp","Moisture 4in (%)","Moisture 8in (%)","EC 4in (dS/m)","Temp 4in (F)"
"01/15/2024 01:00:00 PM","41.2","44.0","0.51","77.0"
`);
  expect([aquaspy.mapping.unclear, aquaspy.shown]).toEqual([
    [],
    [
      "2024-01-15T16:00Z soilMoist 10 41.2",
      "2024-01-15T16:00Z soilMoist 20 44",
      "2024-01-15T16:00Z ec 10 0.51",
      "2024-01-15T16:00Z soilTemp 10 25",
    ],
  ]);
});

it("Open-Meteo: miles by its own abbreviation; a unit that is not known is named", async () => {
  const head =
    "latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation\n-17.78,-50.96,745,0,GMT,GMT\n\n";
  const { shown } = await read(`${head}time,rain (inch),wind_speed_10m (mp/h)\n2024-01-15T13:00,0.008,4.5\n`);
  expect(shown).toEqual(["2024-01-15T13:00Z rain 0.2032", "2024-01-15T13:00Z wind 2.01168"]);
  const { doubts } = await read("Data;Hora;Vento (nós/s);Temp. Ar (°C)\n15/01/2024;13:00;2,1;24,1\n");
  expect(doubts.map(({ text }) => text)).toEqual([expect.stringContaining("“nós/s”")]);
});

it("an hour in a zone by its letters is in that zone", async () => {
  const { shown, mapping } = await read("Date,Hour (PST),Air Temp (C)\n1/15/2024,1300,18.4\n");
  expect([mapping.zone, shown]).toEqual(["-08:00", ["2024-01-15T21:00Z airTemp 18.4"]]);
});

it("tables of Brazilian programs: FieldClimate with three columns a sensor, days of the year, serial dates", async () => {
  const pessl = await read(`Date/Time;HC Air temperature [°C];;;HC Relative humidity [%];;;Precipitation [mm]
;avg;max;min;avg;max;min;sum
2024-01-15 13:00:00;28.1;28.9;27.4;55;60;51;0.2
`);
  expect(pessl.shown.map((one) => one.slice(18))).toEqual(["airTemp 28.1", "airHum 55", "rain 0.2"]);
  const julian = await read("Estacao;Ano;Dia Juliano;Hora;Temp;UR;Rs;U2;Chuva\nE1;2024;15;13;28,1;55;812,4;1,92;0\n");
  expect(julian.shown).toContain("2024-01-15T16:00Z wind 1.92");
  const serial = await read("Data;Temperatura do ar\n45306,5416666667;28,1\n");
  expect(serial.shown).toEqual(["2024-01-15T16:00Z airTemp 28.1"]);
});

import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { read } from "../testing/station.ts";

const tabbed = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join("\t")).join("\r\n");
const toa5 = (table: string, names: string, units: string, kinds: string, rows: readonly string[]) =>
  [
    `"TOA5","CR1000X","CR1000X","4321","CR1000X.Std.05.01","CPU:ET.CR1X","5123","${table}"`,
    names,
    units,
    kinds,
    ...rows,
  ].join("\r\n");

it("Campbell: two tables that were joined are two sheets, and the same table twice is one", async () => {
  const hour = (rows: readonly string[]) =>
    toa5(
      "Hour",
      '"TIMESTAMP","RECORD","AirTC_Avg","RH","Rain_mm_Tot"',
      '"TS","RN","Deg C","%","mm"',
      '"","","Avg","Smp","Tot"',
      rows,
    );
  const day = toa5("Daily", '"TIMESTAMP","RECORD","BattV_Min"', '"TS","RN","Volts"', '"","","Min"', [
    '"2026-09-15 00:00:00",0,12.4',
  ]);
  const file = [
    hour(['"2026-09-14 17:00:00",0,26.73,77.77,0', '"2026-09-14 18:00:00",1,"NAN","INF",0.254']),
    day,
    hour(['"2026-09-15 17:00:00",0,25,70,1.016']),
  ].join("\r\n");
  const { shown, errors, names, good } = await read(file);
  expect(names).toEqual(["Hour", "Daily"]);
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2026-09-14T20:00Z airTemp 26.73",
    "2026-09-14T20:00Z airHum 77.77",
    "2026-09-14T20:00Z rain 0",
    "2026-09-14T21:00Z rain 0.254",
    "2026-09-15T20:00Z airTemp 25",
    "2026-09-15T20:00Z airHum 70",
    "2026-09-15T20:00Z rain 1.016",
  ]);
  expect(good.map(({ line }) => line)).toEqual([5, 5, 5, 6, 16, 16, 16]);
});

it("Campbell: binary tables are refused by name", async () => {
  const head = new TextEncoder().encode('"TOB1","CR1000","CR1000","2923"\r\n"SECONDS","NANOSECONDS","RECORD"\r\n');
  await expect(read(Uint8Array.from([...head, 0, 1, 2, 250]))).rejects.toMatchObject({ reason: "campbell" });
});

it("Davis: the text of WeatherLink, with its marks, points of the compass and hours of 12", async () => {
  const { shown, errors, empty } = await read(
    tabbed([
      [
        "",
        "",
        "Temp",
        "Hi",
        "Low",
        "Out",
        "Dew",
        "Wind",
        "Wind",
        "Wind",
        "Hi",
        "Hi",
        "Wind",
        "Heat",
        "THW",
        "THSW",
        "",
        "",
        "Rain",
        "Solar",
        "Solar",
        "Hi Solar",
        "In",
        "In",
      ],
      [
        "Date",
        "Time",
        "Out",
        "Temp",
        "Temp",
        "Hum",
        "Pt.",
        "Speed",
        "Dir",
        "Run",
        "Speed",
        "Dir",
        "Chill",
        "Index",
        "Index",
        "Index",
        "Bar  ",
        "Rain",
        "Rate",
        "Rad.",
        "Energy",
        "Rad. ",
        "Temp",
        "Hum",
      ],
      [
        "20/11/26",
        "12:00a",
        "21.5",
        "22.0",
        "21.0",
        "80",
        "18.0",
        "1.5",
        "NNE",
        "0.45",
        "3.0",
        "N",
        "21.5",
        "21.5",
        "21.5",
        "---",
        "900.5",
        "0.20",
        "0.0",
        "0",
        "0.00",
        "0",
        "24.0",
        "60",
      ],
      [
        "20/11/26",
        "12:30p",
        "---",
        "31.0",
        "30.0",
        "40",
        "15.0",
        "2.5",
        "---",
        "0.75",
        "6.0",
        "SW",
        "30.5",
        "31.0",
        "31.0",
        "33.0",
        "899.5",
        "0.00",
        "0.0",
        "900",
        "1.29",
        "950",
        "28.0",
        "50",
      ],
    ]),
  );
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2026-11-20T03:00Z airTemp 21.5",
    "2026-11-20T03:00Z airHum 80",
    "2026-11-20T03:00Z wind 1.5",
    "2026-11-20T03:00Z windDir 22.5",
    "2026-11-20T03:00Z gust 3",
    expect.stringMatching(/pressure/),
    "2026-11-20T03:00Z rain 0.2",
    "2026-11-20T03:00Z rad 0",
    "2026-11-20T15:30Z airHum 40",
    "2026-11-20T15:30Z wind 2.5",
    "2026-11-20T15:30Z gust 6",
    expect.stringMatching(/pressure/),
    "2026-11-20T15:30Z rain 0",
    "2026-11-20T15:30Z rad 900",
  ]);
  expect(empty).toBe(2);
});

it("Davis: the CSV of WeatherLink.com under five lines", async () => {
  const { shown, errors, mapping } = await read(`"Buriti","","","",""
"","","","",""
"Sensor: Vantage Pro2 Plus","","","",""
"Units: metric","","","",""
"","Barometer","Vantage","Vantage","Vantage"
"Date & Time","Barometer - mb","Temp - °C","Hum - %","Rain - mm","Wind Direction","Avg Wind Speed - km/h","Solar Rad - W/m^2"
"20/11/26 16:05","900.5","21.4","55","0.2","NW","3.6","512"
"20/11/26 16:20","900.4","21.5","55","0.0","--","--","500"
`);
  expect(errors).toEqual([]);
  expect(mapping.order).toBe("dmy");
  expect(shown).toEqual([
    "2026-11-20T19:05Z pressure 90.05",
    "2026-11-20T19:05Z airTemp 21.4",
    "2026-11-20T19:05Z airHum 55",
    "2026-11-20T19:05Z rain 0.2",
    "2026-11-20T19:05Z windDir 315",
    "2026-11-20T19:05Z wind 1",
    "2026-11-20T19:05Z rad 512",
    "2026-11-20T19:20Z pressure 90.04",
    "2026-11-20T19:20Z airTemp 21.5",
    "2026-11-20T19:20Z airHum 55",
    "2026-11-20T19:20Z rain 0",
    "2026-11-20T19:20Z rad 500",
  ]);
});

it("Ecowitt: the local export, whose rain is totals of a day, week and year", async () => {
  const { shown, errors, mapping } = await read(
    `Time,Outdoor Temperature(℃),Outdoor Humidity(%),Indoor Temperature(℃),Indoor Humidity(%),Dew Point(℃),Feels Like(℃),Wind(m/s),Gust(m/s),Wind Direction(deg),ABS Pressure(hPa),REL Pressure(hPa),Solar Rad(w/m2),UV-Index,Hourly Rain(mm),Event Rain(mm),Daily Rain(mm),Weekly Rain(mm),Monthly Rain(mm),Yearly Rain(mm)
2026-11-20 00:00,21.5,80,24,50,18,21,1.2,2.5,187,899.9,1013.2,0,0,0.2,0.2,0.2,1.4,30.0,812.4
2026-11-20 00:05,21.4,80,24,50,18,21,1.0,2.1,190,899.8,1013.1,0,0,0.2,0.2,0.2,1.4,30.0,812.4
`,
  );
  expect([errors, mapping.unclear]).toEqual([[], []]);
  expect(shown.slice(0, 8)).toEqual([
    "2026-11-20T03:00Z airTemp 21.5",
    "2026-11-20T03:00Z airHum 80",
    "2026-11-20T03:00Z wind 1.2",
    "2026-11-20T03:00Z gust 2.5",
    "2026-11-20T03:00Z windDir 187",
    "2026-11-20T03:00Z pressure 89.99",
    "2026-11-20T03:00Z rad 0",
    "2026-11-20T03:00Z rainTotal 812.4",
  ]);
});

it("Ecowitt: the workbook of its site, with groups in merged cells above the names", async () => {
  const file = await writeXlsx({
    sheets: [
      {
        name: "Sheet1",
        rows: [
          ["Time", "Outdoor", null, "Solar and UVI", null, "Rainfall", null, "Pressure", null],
          [
            null,
            "Temperature(℃)",
            "Humidity(%)",
            "Solar(W/m²)",
            "UVI",
            "Rain Rate(mm/hr)",
            "Daily(mm)",
            "Relative(hPa)",
            "Absolute(hPa)",
          ],
          ["2026-11-20 00:00", "21.5", "80", "0", "0", "0.0", "0.2", "1013.2", "899.9"],
          ["2026-11-20 00:05", "21.4", "81", "0", "0", "0.0", "0.2", "1013.2", "899.8"],
        ],
        merges: [
          { startRow: 0, startCol: 0, endRow: 1, endCol: 0 },
          { startRow: 0, startCol: 1, endRow: 0, endCol: 2 },
          { startRow: 0, startCol: 3, endRow: 0, endCol: 4 },
          { startRow: 0, startCol: 5, endRow: 0, endCol: 6 },
          { startRow: 0, startCol: 7, endRow: 0, endCol: 8 },
        ],
      },
    ],
  });
  const { shown, errors } = await read(file);
  expect(errors).toEqual([]);
  expect(shown.slice(0, 5)).toEqual([
    "2026-11-20T03:00Z airTemp 21.5",
    "2026-11-20T03:00Z airHum 80",
    "2026-11-20T03:00Z rad 0",
    "2026-11-20T03:00Z rainTotal 0.2",
    "2026-11-20T03:00Z pressure 89.99",
  ]);
});

it("Ambient Weather: the date with its zone, and the total of the rain", async () => {
  const { shown, errors, mapping } = await read(
    `"Date","Simple Date","Outdoor Temperature (°F)","Dew Point (°F)","Wind Speed (mph)","Wind Gust (mph)","Max Daily Gust (mph)","Wind Direction (°)","Hourly Rain (in/hr)","Event Rain (in)","Daily Rain (in)","Monthly Rain (in)","Total Rain (in)","Relative Pressure (inHg)","Humidity (%)","Solar Radiation (W/m^2)"
"2026-11-20T14:05:00-04:00","2026-11-20 14:05:00","68","50","10","12","20","187","0","0","0.1","1","10","29.92","55","512"
`,
  );
  expect([errors, mapping.unclear]).toEqual([[], []]);
  expect(shown).toEqual([
    "2026-11-20T18:05Z airTemp 20",
    "2026-11-20T18:05Z wind 4.4704",
    "2026-11-20T18:05Z gust 5.36448",
    "2026-11-20T18:05Z windDir 187",
    "2026-11-20T18:05Z rainTotal 254",
    "2026-11-20T18:05Z airHum 55",
    "2026-11-20T18:05Z rad 512",
  ]);
});

it("Sentek: a wide export of IrriMAX, with depths, temperatures and an index of salinity that is no conductivity", async () => {
  const { shown, errors, unknown } = await read(`Logger,Pivo 3
Date Time,A1(10),A2(20),A3(30),V1(10),T1(10)
2026/11/20 08:00:00,24.512,26.1,30.05,1500,24.5
2026/11/20 08:30:00,24.498,26.0,30.04,1501,24.4
`);
  expect(errors).toEqual([]);
  expect(unknown).toEqual(["V1(10)"]);
  expect(shown.slice(0, 4)).toEqual([
    "2026-11-20T11:00Z soilMoist 10 24.512",
    "2026-11-20T11:00Z soilMoist 20 26.1",
    "2026-11-20T11:00Z soilMoist 30 30.05",
    "2026-11-20T11:00Z soilTemp 10 24.5",
  ]);
});

it("METER: a workbook of ZENTRA, with three lines of names; two ports without depth are asked about", async () => {
  const file = await writeXlsx({
    sheets: [
      { name: "Metadata", rows: [["Device", "z6-12345"]] },
      {
        name: "Processed Data Config 1",
        rows: [
          ["z6-12345", "Port1", "Port1", "Port2", "Port3"],
          ["Records: 2", "TEROS 11", "TEROS 11", "TEROS 21", "ATMOS 41"],
          [
            "Timestamps",
            " m³/m³ Water Content",
            " °C Soil Temperature",
            " kPa Matric Potential",
            " °C Air Temperature",
          ],
          [new Date("2026-11-20T08:00:00Z"), 0.273, 24.5, -33.5, 28.1],
          [new Date("2026-11-20T08:15:00Z"), 0.272, 24.4, -33.9, 28.3],
        ],
      },
    ],
  });
  const { shown, errors, mapping } = await read(file);
  expect([errors, mapping.unclear]).toEqual([[], []]);
  expect(shown.slice(0, 4)).toEqual([
    "2026-11-20T11:00Z soilMoist 27.3",
    "2026-11-20T11:00Z soilTemp 24.5",
    "2026-11-20T11:00Z soilTension 33.5",
    "2026-11-20T11:00Z airTemp 28.1",
  ]);
});

it("Onset HOBO: a title, the number of the line, the zone in the name of the date, serial numbers in the names", async () => {
  const { shown, errors, mapping } = await read(`"Plot Title: Pivo 3"
"#","Date Time, GMT-04:00","Temp, °C (LGR S/N: 20123456, SEN S/N: 20123456, LBL: Ar)","RH, % (LGR S/N: 20123456, SEN S/N: 20123456)","Water Content, m³/m³ (LGR S/N: 20123456, SEN S/N: 20111111, LBL: 20 cm)","Coupler Attached (LGR S/N: 20123456)","End Of File (LGR S/N: 20123456)"
1,11/20/26 02:00:00 PM,28.171,55.2,0.2734,,
2,11/20/26 02:15:00 PM,28.2,55.0,0.2731,Logged,Logged
`);
  expect([errors, mapping.zone]).toEqual([[], "-04:00"]);
  expect(shown.slice(0, 3)).toEqual([
    "2026-11-20T18:00Z airTemp 28.171",
    "2026-11-20T18:00Z airHum 55.2",
    "2026-11-20T18:00Z soilMoist 20 27.34",
  ]);
});

it("WeatherLink v2: the JSON of its historic data", async () => {
  const { good, shown, errors } = await read(
    JSON.stringify({
      station_id: 189639,
      sensors: [
        {
          lsid: 745161,
          sensor_type: 43,
          data: [
            { ts: 1795730000, temp_avg: 54.6, hum_last: 91, rainfall_mm: 0.254, solar_rad_avg: null },
            { ts: 1795730900, temp_avg: 54.5, hum_last: 92, rainfall_mm: 0, solar_rad_avg: 10 },
          ],
        },
      ],
      generated_at: 1795731000,
    }),
  );
  expect(errors).toEqual([]);
  expect(good).toHaveLength(7);
  expect(shown).toEqual([
    "2026-11-26T21:53:20.000Z airTemp 12.5555555556",
    "2026-11-26T21:53:20.000Z airHum 91",
    "2026-11-26T21:53:20.000Z rain 0.254",
    "2026-11-26T22:08:20.000Z airTemp 12.5",
    "2026-11-26T22:08:20.000Z airHum 92",
    "2026-11-26T22:08:20.000Z rain 0",
    "2026-11-26T22:08:20.000Z rad 10",
  ]);
});

it("WeatherLink v2: current conditions in °F, mph and inHg, with codes and totals that are no rain of an interval", async () => {
  const { shown, errors } = await read(
    JSON.stringify({
      station_id: 7,
      sensors: [
        {
          data: [
            { ts: 1795730400, temp: 54.5, hum: 91, wind_speed_last: 22, wind_speed_avg_last_10_min: 10, rain_size: 1 },
          ],
        },
        { data: [{ ts: 1795730400, bar_sea_level: 29.411, bar_absolute: 29.4 }] },
      ],
    }),
  );
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2026-11-26T22:00Z airTemp 12.5",
    "2026-11-26T22:00Z airHum 91",
    "2026-11-26T22:00Z wind 4.4704",
    "2026-11-26T22:00Z pressure 99.5598366",
  ]);
});

it("Ambient: names of its uploads have units in them", async () => {
  const { shown, errors } = await read(
    JSON.stringify([
      { dateutc: 1795730400000, tempf: 54.5, humidity: 91 },
      { dateutc: "2026-11-26 22:10:00", tempf: 68, humidity: 90 },
    ]),
  );
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2026-11-26T22:00Z airTemp 12.5",
    "2026-11-26T22:00Z airHum 91",
    "2026-11-26T22:10Z airTemp 20",
    "2026-11-26T22:10Z airHum 90",
  ]);
});

it("the internal file of WeatherLink is refused by name", async () => {
  await expect(read("WDAT5.3\0\0\0")).rejects.toMatchObject({ reason: "weatherlink" });
});

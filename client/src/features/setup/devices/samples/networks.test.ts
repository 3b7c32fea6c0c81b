import { expect, it } from "vitest";
import { read } from "../testing/station.ts";

const INMET_HEAD = (year: string, altitude: string) => `REGIAO:;CO
UF:;DF
ESTACAO:;BRASILIA
CODIGO (WMO):;A001
LATITUDE:;-15,78944444
LONGITUDE:;-47,92583332
ALTITUDE:;${altitude}
DATA DE FUNDACAO:;07/05/00
Data;Hora UTC;PRECIPITAÇÃO TOTAL, HORÁRIO (mm);RADIACAO GLOBAL (Kj/m²);TEMPERATURA DO AR - BULBO SECO, HORARIA (°C);VENTO, VELOCIDADE HORARIA (m/s);
${year}/12/31;2300 UTC;,2;36;20,1;,8;
`;

it("INMET: the older form, with dates of hyphens, hours of colons and -9999", async () => {
  const { shown, errors, mapping, empty } = await read(`REGI?O:;CO
UF:;DF
ESTAC?O:;BRASILIA
CODIGO (WMO):;A001
LATITUDE:;-15,789444
LONGITUDE:;-47,925833
ALTITUDE:;1159,54
DATA DE FUNDA??O (YYYY-MM-DD):;2000-05-07
DATA (YYYY-MM-DD);HORA (UTC);PRECIPITA??O TOTAL, HOR?RIO (mm);PRESSAO ATMOSFERICA AO NIVEL DA ESTACAO, HORARIA (mB);RADIACAO GLOBAL (KJ/m?);TEMPERATURA DO AR - BULBO SECO, HORARIA (?C);UMIDADE RELATIVA DO AR, HORARIA (%);VENTO, DIRE??O HORARIA (gr) (? (gr));VENTO, RAJADA MAXIMA (m/s);VENTO, VELOCIDADE HORARIA (m/s);
2018-01-01;12:00;-9999;885,4;1800;24,6;71;12;3,1;1,6;
2018-01-01;13:00;0;885,1;2.520;25;70;350;-9999;-9999;
`);
  expect([errors, mapping.zone, empty]).toEqual([[], "UTC", 3]);
  expect(shown).toEqual([
    "2018-01-01T12:00Z pressure 88.54",
    "2018-01-01T12:00Z rad 500",
    "2018-01-01T12:00Z airTemp 24.6",
    "2018-01-01T12:00Z airHum 71",
    "2018-01-01T12:00Z windDir 12",
    "2018-01-01T12:00Z gust 3.1",
    "2018-01-01T12:00Z wind 1.6",
    "2018-01-01T13:00Z rain 0",
    "2018-01-01T13:00Z pressure 88.51",
    "2018-01-01T13:00Z rad 700",
    "2018-01-01T13:00Z airTemp 25",
    "2018-01-01T13:00Z airHum 70",
    "2018-01-01T13:00Z windDir 350",
  ]);
});

it("INMET: two years in one file, each with its lines of the station", async () => {
  const { shown, errors } = await read(INMET_HEAD("2022", "1160,96") + INMET_HEAD("2023", "1161"));
  expect(errors).toEqual([]);
  expect(shown).toEqual(
    ["2022", "2023"].flatMap((year) =>
      ["rain 0.2", "rad 10", "airTemp 20.1", "wind 0.8"].map((value) => `${year}-12-31T23:00Z ${value}`),
    ),
  );
});

it("BDMEP: a conventional station three times a day in UTC, whose directions are codes", async () => {
  const { shown, errors, unknown, mapping } = await read(`Nome: BRASILIA
Codigo Estacao: 83377
Latitude: -15.78972221
Longitude: -47.92583332
Altitude: 1161.42
Situacao: Operante
Data Inicial: 2024-01-01
Data Final: 2024-01-31
Periodicidade da Medicao: Horaria

Data Medicao;Hora Medicao;NEBULOSIDADE, HORARIA(décimos);PRECIPITACAO TOTAL, HORARIO(mm);PRESSAO ATMOSFERICA AO NIVEL DA ESTACAO, HORARIA(mB);TEMPERATURA DO AR - BULBO SECO, HORARIA(°C);TEMPERATURA DO AR - BULBO UMIDO, HORARIA(°C);UMIDADE RELATIVA DO AR, HORARIA(%);VENTO, DIRECAO HORARIA(código);VENTO, VELOCIDADE HORARIA(m/s);
2024-01-01;0000;8;;888,2;20,4;18,9;89;36;1,5;
2024-01-01;1200;7;12,4;889,1;22,7;19,8;77;9;0;
2024-01-01;1800;null;;885,9;28,4;20;46;14;3,1;
`);
  expect([errors, mapping.zone]).toEqual([[], "UTC"]);
  expect(unknown.join()).toContain("DIRECAO");
  expect(shown.slice(0, 5)).toEqual([
    "2024-01-01T00:00Z pressure 88.82",
    "2024-01-01T00:00Z airTemp 20.4",
    "2024-01-01T00:00Z airHum 89",
    "2024-01-01T00:00Z wind 1.5",
    "2024-01-01T12:00Z rain 12.4",
  ]);
  expect(shown).toHaveLength(13);
});

it("INMET: the JSON of its service", async () => {
  const { shown, errors } = await read(
    JSON.stringify([
      {
        DC_NOME: "BRASILIA",
        CD_ESTACAO: "A001",
        DT_MEDICAO: "2024-03-01",
        HR_MEDICAO: "1500",
        TEM_INS: "30.5",
        UMD_INS: "55",
        CHUVA: "0.2",
        RAD_GLO: "1800.5",
        VEN_VEL: "2",
        PRE_INS: "1000.1",
        TEM_MAX: "31",
        PTO_INS: null,
      },
      {
        DC_NOME: "BRASILIA",
        CD_ESTACAO: "A001",
        DT_MEDICAO: "2024-03-01",
        HR_MEDICAO: "1600",
        TEM_INS: "30",
        UMD_INS: "56",
        CHUVA: "0",
        RAD_GLO: "1600",
        VEN_VEL: "2.2",
        PRE_INS: "1000",
        TEM_MAX: "31",
        PTO_INS: null,
      },
    ]),
  );
  expect(errors).toEqual([]);
  expect(shown).toEqual(
    expect.arrayContaining([
      "2024-03-01T15:00Z airTemp 30.5",
      "2024-03-01T15:00Z airHum 55",
      "2024-03-01T15:00Z rain 0.2",
      "2024-03-01T15:00Z wind 2",
    ]),
  );
});

it("NASA POWER: hourly CSV in UTC and in local solar time, with the units above the names", async () => {
  const file = (standard: string) => `-BEGIN HEADER-
NASA/POWER Source Native Resolution Hourly Data
Dates (month/day/year): 01/01/2024 through 01/01/2024 in ${standard}
Location: latitude  -15.7800   longitude -47.9300
elevation from MERRA-2: Average for 0.5 x 0.625 degree lat/lon region = 1030.45 meters
The value for missing source data that cannot be computed or is outside of the sources availability range: -999
parameter(s):
ALLSKY_SFC_SW_DWN     CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (MJ/hr)
T2M                   MERRA-2 Temperature at 2 Meters (C)
PRECTOTCORR           MERRA-2 Precipitation Corrected (mm/hour)
WS2M                  MERRA-2 Wind Speed at 2 Meters (m/s)
PS                    MERRA-2 Surface Pressure (kPa)
-END HEADER-
YEAR,MO,DY,HR,ALLSKY_SFC_SW_DWN,T2M,PRECTOTCORR,WS2M,PS
2024,1,1,0,0.0,20.15,0.12,1.21,89.01
2024,1,1,12,2.52,-999.0,0.0,1.01,89.11
`;
  const { shown, errors } = await read(file("UTC"));
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2024-01-01T00:00Z rad 0",
    "2024-01-01T00:00Z airTemp 20.15",
    "2024-01-01T00:00Z rain 0.12",
    "2024-01-01T00:00Z wind 1.21",
    "2024-01-01T00:00Z pressure 89.01",
    "2024-01-01T12:00Z rad 700",
    "2024-01-01T12:00Z rain 0",
    "2024-01-01T12:00Z wind 1.01",
    "2024-01-01T12:00Z pressure 89.11",
  ]);
  expect((await read(file("LST"))).shown[0]).toBe("2024-01-01T03:00Z rad 0");
});

it("NASA POWER: hourly JSON", async () => {
  const { shown, errors } = await read(
    JSON.stringify({
      type: "Feature",
      geometry: { type: "Point", coordinates: [-47.93, -15.78, 1030.45] },
      properties: {
        parameter: {
          T2M: { 2024010100: 20.15, 2024010101: -999.0 },
          ALLSKY_SFC_SW_DWN: { 2024010100: 0, 2024010101: 360 },
        },
      },
      header: {
        title: "NASA/POWER",
        api: { version: "v2.5" },
        fill_value: -999.0,
        time_standard: "LST",
        start: "20240101",
        end: "20240101",
      },
      parameters: {
        T2M: { units: "C", longname: "Temperature at 2 Meters" },
        ALLSKY_SFC_SW_DWN: { units: "Wh/m^2", longname: "All Sky Surface Shortwave Downward Irradiance" },
      },
    }),
  );
  expect(errors).toEqual([]);
  expect(shown).toEqual(["2024-01-01T03:00Z airTemp 20.15", "2024-01-01T03:00Z rad 0", "2024-01-01T04:00Z rad 360"]);
});

it("Open-Meteo: the CSV of its archive, hours above days, in the zone of its first lines", async () => {
  const { shown, errors, names } =
    await read(`latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation
-15.782074,-47.974285,1102.0,-10800,America/Sao_Paulo,-03

time,temperature_2m (°C),relative_humidity_2m (%),rain (mm),wind_speed_10m (km/h),shortwave_radiation (W/m²),soil_moisture_7_to_28cm (m³/m³)
2024-01-01T00:00,20.3,88,0.00,3.6,0.0,0.312
2024-01-01T12:00,26.1,60,1.20,7.2,812.0,0.310

time,temperature_2m_max (°C),temperature_2m_min (°C)
2024-01-01,28.1,19.2
`);
  expect(names).toEqual(["hourly", "daily"]);
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2024-01-01T03:00Z airTemp 20.3",
    "2024-01-01T03:00Z airHum 88",
    "2024-01-01T03:00Z rain 0",
    "2024-01-01T03:00Z wind 1",
    "2024-01-01T03:00Z rad 0",
    expect.stringMatching(/^2024-01-01T03:00Z soilMoist 28 31.2$/),
    "2024-01-01T15:00Z airTemp 26.1",
    "2024-01-01T15:00Z airHum 60",
    "2024-01-01T15:00Z rain 1.2",
    "2024-01-01T15:00Z wind 2",
    "2024-01-01T15:00Z rad 812",
    expect.stringMatching(/^2024-01-01T15:00Z soilMoist 28 31$/),
  ]);
});

it("Open-Meteo: the JSON of its archive", async () => {
  const { shown, errors } = await read(
    JSON.stringify({
      ...{
        latitude: -15.78,
        longitude: -47.97,
        generationtime_ms: 0.1,
        utc_offset_seconds: -10800,
        timezone: "America/Sao_Paulo",
        elevation: 1102,
      },
      hourly_units: { time: "iso8601", temperature_2m: "°C", precipitation: "mm" },
      hourly: {
        time: ["2024-01-01T00:00", "2024-01-01T01:00"],
        temperature_2m: [20.3, null],
        precipitation: [0, 1.014],
      },
    }),
  );
  expect(errors).toEqual([]);
  expect(shown).toEqual(["2024-01-01T03:00Z airTemp 20.3", "2024-01-01T03:00Z rain 0", "2024-01-01T04:00Z rain 1.014"]);
});

it("CIMIS: metric hours", async () => {
  const { shown, errors } =
    await read(`Stn Id,Stn Name,CIMIS Region,Date,Hour (PST),Jul,ETo (mm),qc,Precip (mm),qc,Sol Rad (W/sq.m),qc,Vap Pres (kPa),qc,Air Temp (C),qc,Rel Hum (%),qc,Dew Point (C),qc,Wind Speed (m/s),qc,Wind Dir (0-360),qc,Soil Temp (C),qc
2,FivePoints,San Joaquin Valley,1/15/2024,1300,15,0.12, ,0.0, ,412, ,1.2, ,18.4,Y,57, ,9.6, ,1.9, ,310, ,12.1, 
`);
  expect(errors).toEqual([]);
  expect(shown).toEqual([
    "2024-01-15T21:00Z rain 0",
    "2024-01-15T21:00Z rad 412",
    "2024-01-15T21:00Z airTemp 18.4",
    "2024-01-15T21:00Z airHum 57",
    "2024-01-15T21:00Z wind 1.9",
    "2024-01-15T21:00Z windDir 310",
    "2024-01-15T21:00Z soilTemp 12.1",
  ]);
});

it("AgriMet: codes of four and two letters, in Fahrenheit and miles, between its marks", async () => {
  const { shown, errors } = await read(`BEGIN DATA
DATE      TIME ,  ABEI OB  ,  ABEI TU  ,  ABEI WS  ,  ABEI PC
11/20/2026 00:15,    50.00,    80.00,    10.00,    11.00
11/20/2026 00:30,    59.00,    81.00,  NO RECORD,    11.02
END DATA
`);
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(shown).toEqual([
    "2026-11-20T03:15Z airTemp 10",
    "2026-11-20T03:15Z airHum 80",
    "2026-11-20T03:15Z wind 4.4704",
    "2026-11-20T03:15Z rainTotal 279.4",
    "2026-11-20T03:30Z airTemp 15",
    "2026-11-20T03:30Z airHum 81",
    "2026-11-20T03:30Z rainTotal 279.908",
  ]);
});

import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { read } from "../testing/station.ts";

/** The readings of a file without faults and questions, by hour and variable. */
async function readings(content: string | Uint8Array) {
  const { shown, errors, mapping } = await read(content);
  expect([errors, mapping.unclear]).toEqual([[], []]);
  return shown.map((one) => one.slice(11));
}

it("FieldClimate: names that are repeated for each statistic, which the next line names", async () => {
  const file = `"Data/Hora","Bateria [mV]","Temperatura do ar HC [°C]","Temperatura do ar HC [°C]","Temperatura do ar HC [°C]","Umidade relativa HC [%]","Umidade relativa HC [%]","Umidade relativa HC [%]","Precipitação [mm]","Velocidade do Vento [m/s]","Velocidade do Vento [m/s]"
"","último","média","máx.","mín.","média","máx.","mín.","soma","média","máx."
"2024-01-15 13:00:00","6712","28.1","28.9","27.4","55.2","60","51","0.2","1.9","4.1"
`;
  expect(await readings(file)).toEqual([
    "16:00Z airTemp 28.1",
    "16:00Z airHum 55.2",
    "16:00Z rain 0.2",
    "16:00Z wind 1.9",
  ]);
});

it("FieldClimate: the JSON of its interface", async () => {
  const sensor = (name: string, unit: string, values: object) => ({ name, unit, ch: 1, code: 506, values });
  const json = {
    dates: ["2024-01-15 13:00:00", "2024-01-15 14:00:00"],
    data: [
      sensor("HC Air temperature", "°C", { avg: [28.1, 29.1], max: [28.9, 29.9], min: [27.4, 28.4] }),
      sensor("Precipitation", "mm", { sum: [0.2, 0] }),
      sensor("Solar radiation", "W/m2", { avg: [812, null] }),
    ],
  };
  expect(await readings(JSON.stringify(json))).toEqual([
    "16:00Z airTemp 28.1",
    "16:00Z rain 0.2",
    "16:00Z rad 812",
    "17:00Z airTemp 29.1",
    "17:00Z rain 0",
  ]);
});

it("a workbook with statistics below merged names", async () => {
  const merge = (startRow: number, startCol: number, endRow: number, endCol: number) => ({
    ...{ startRow, startCol, endRow, endCol },
  });
  const rows = [
    ["RELATÓRIO DA ESTAÇÃO", null, null, null],
    ["Data e hora", "Temperatura", null, "Chuva"],
    [null, "Média", "Máx.", "mm"],
    [45306.541666667, 28.1, 29, 0.2],
  ];
  const merges = [merge(0, 0, 0, 3), merge(1, 1, 1, 2), merge(1, 0, 2, 0)];
  expect(await readings(await writeXlsx({ sheets: [{ name: "Dados", rows, merges }] }))).toEqual([
    "16:00Z airTemp 28.1",
    "16:00Z rain 0.2",
  ]);
});

it("Onset HOBOlink: the rain of the interval beside its total", async () => {
  const file = `"Line#","Date","Temperature (S-THB 1-1),°C,Estacao","RH (S-THB 1-2),%,Estacao","Rain (RGD 1),mm,Estacao","Accumulated Rain (RGD 1),mm,Estacao","Water Content (S-SMD 1),m^3/m^3,Estacao"
"1","01/15/24 13:00:00","28.1","55.2","0.2","10.2","0.231"
`;
  expect(await readings(file)).toEqual([
    "16:00Z airTemp 28.1",
    "16:00Z airHum 55.2",
    "16:00Z rain 0.2",
    "16:00Z rainTotal 10.2",
    "16:00Z soilMoist 23.1",
  ]);
});

it.each([
  [
    "GP2",
    `"Label","Air Temp","SM 20cm"
"Sensor","RHT4","ML3"
"Unit","deg F","%vol"
"15/01/2024 13:00:00","82.4","23.1"
"15/01/2024 14:00:00","82.4","23.0"
`,
    ["16:00Z airTemp 28", "16:00Z soilMoist 20 23.1", "17:00Z airTemp 28", "17:00Z soilMoist 20 23"],
  ],
  [
    "DL6",
    `TIMED
Logger,DL6
Channel number,1,2,3
Sensor code,PR2-1,PR2-2,TEMP
Label,Umid 10cm,Umid 20cm,Temp solo
Unit,%vol,%vol,degC
Minimum Value,1,1,1
Maximum value,80,80,60
15/01/2024 13:00:00,23.1,27.3,24.5
15/01/2024 14:00:00,23.1,27.2,24.5
`,
    [
      ...["16:00Z soilMoist 10 23.1", "16:00Z soilMoist 20 27.3", "16:00Z soilTemp 24.5"],
      ...["17:00Z soilMoist 10 23.1", "17:00Z soilMoist 20 27.2", "17:00Z soilTemp 24.5"],
    ],
  ],
])("Delta-T: lines of labels, sensors and units of a %s", async (_, file, expected) => {
  expect(await readings(file)).toEqual(expected);
});

it("INMET: the names of its older archive", async () => {
  const file = `REGIÃO:;CO
CODIGO (WMO):;A001
DATA (YYYY-MM-DD);HORA (UTC);PRP TOTAL;PRESSAO ATMOSFERICA AO NIVEL DA ESTACAO. HORARIA (mB);TEMPERATURA DO AR - BULBO SECO. HORARIA (°C);VENTO. VELOCIDADE HORARIA (m/s);
2014-01-01;15:00;.2;885.8;21.2;.8;
`;
  expect(await readings(file)).toEqual([
    ...["15:00Z rain 0.2", "15:00Z pressure 88.58", "15:00Z airTemp 21.2", "15:00Z wind 0.8"],
  ]);
});

it("CPTEC: words that only capitals divide; the energy since sunrise is no radiation", async () => {
  const file = `Data/Hora(UTC);TempAr(oC);UmidRel(%);PressaoAtm(mB);RadSolAcum(MJ/m2);VelVento10m(m/s);DirVento(oNV);TempMax(oC)
2024-01-15 15:00:00;28.1;55;887;12.1;1.9;120;30
`;
  expect(await readings(file)).toEqual([
    ...["15:00Z airTemp 28.1", "15:00Z airHum 55", "15:00Z pressure 88.7", "15:00Z wind 1.9", "15:00Z windDir 120"],
  ]);
});

it("Soil Scout: the temperature of a probe is that of the soil; a date under any name", async () => {
  const file = `created_at,device,moisture,temperature,water_balance
2024-01-15T16:00:00Z,12345,0.231,24.5,0.55
`;
  expect(await readings(file)).toEqual(["16:00Z soilMoist 23.1", "16:00Z soilTemp 24.5"]);
});

it("a panel of a pivot: psi are of its water", async () => {
  const { unknown } = await read(`Date/Time,Pressure (psi),Flow (gpm)
1/15/2024 1:00:00 PM,42.1,800
`);
  expect(unknown).toContain("Pressure (psi)");
});

it.each([
  ["blanks", "Data Hora Temp UR\n20/11/2026 08:00 24,1 60\n20/11/2026 09:00 25,3 58\n"],
  [
    "a day and an hour under one name",
    "Data/Hora Temp (°C) UR (%)\n20/11/2026 08:00 24,1 60\n20/11/2026 09:00 25,3 58\n",
  ],
  [
    "aligned columns",
    "Data        Hora   Temp (°C)  UR (%)\n20/11/2026  08:00  24,1       60\n20/11/2026  09:00  25,3       58\n",
  ],
  [
    "a sender",
    "[20/11/2026 09:15:22] João: Data;Hora;Temp;UR\n20/11/2026;08:00;24,1;60\n[20/11/2026 09:15:30] João: 20/11/2026;09:00;25,3;58\n",
  ],
])("a table pasted from a chat, with %s", async (_, file) => {
  expect(await readings(file)).toEqual([
    ...["11:00Z airTemp 24.1", "11:00Z airHum 60", "12:00Z airTemp 25.3", "12:00Z airHum 58"],
  ]);
});

import { expect, it } from "vitest";
import { parseCsv } from "../../../ui/import/testing/parse-csv.ts";
import { suggestMapping } from "../importing/column-uses.ts";
import { readRows } from "../importing/testing/read-rows.ts";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord } from "../records/data/screen-config.ts";
import { pastWeatherReader } from "./past-weather-reader.ts";

const lists = listsOf(new Map([["farm", [{ _id: "f1", clientId: "c1", name: "Buriti" } as AnyRecord]]]));

function read(file: string, source: string) {
  const cells = parseCsv(file);
  const reader = pastWeatherReader(lists);
  const mapping = { ...suggestMapping(cells, reader), fixed: { farmId: "Buriti", source } };
  const { good, errors, missing } = readRows(cells, reader, mapping);
  expect([errors, missing]).toEqual([[], []]);
  return good.map(({ fields }) => fields);
}

it("reads the daily file of NASA POWER: year and day of the year, wind of 10 m, -999 as missing", () => {
  const file = `-BEGIN HEADER-
NASA/POWER Daily Data
Value for missing model data cannot be computed: -999
Parameter(s):
T2M_MAX         MERRA-2 Temperature at 2 Meters Maximum (C)
T2M_MIN         MERRA-2 Temperature at 2 Meters Minimum (C)
-END HEADER-
YEAR,DOY,T2M,T2M_MAX,T2M_MIN,T2MDEW,RH2M,WS10M,PS,ALLSKY_SFC_SW_DWN,PRECTOTCORR
2024,60,24.5,30.125,19.25,18,70.5,2,95.5,21.5,3.25
2024,61,24.5,31.5,19.75,18,71,-999,95.5,-999,0.0
`;
  expect(read(file, "NASA POWER")).toEqual([
    {
      farmId: "f1",
      source: "nasa-power",
      date: "2024-02-29",
      tMean: 24.5,
      tMax: 30.125,
      tMin: 19.25,
      rhMean: 70.5,
      wind2m: expect.closeTo(1.496, 3),
      rad: 21.5,
      rain: 3.25,
    },
    {
      farmId: "f1",
      source: "nasa-power",
      date: "2024-03-01",
      tMean: 24.5,
      tMax: 31.5,
      tMin: 19.75,
      rhMean: 71,
      rain: 0,
    },
  ]);
  const dated = "YEAR,MO,DY,T2M_MAX,T2M_MIN\n2024,3,1,31.5,19.75";
  expect(read(dated, "NASA POWER")).toMatchObject([{ date: "2024-03-01", tMax: 31.5, tMin: 19.75 }]);
});

it("reads the daily file of INMET's bank of data", () => {
  const file = `Nome: PASSO NOVO
Codigo Estacao: A999
Altitude: 87.5

Data Medicao;PRECIPITACAO TOTAL, DIARIO (AUT)(mm);TEMPERATURA MAXIMA, DIARIA (AUT)(°C);TEMPERATURA MEDIA, DIARIA (AUT)(°C);TEMPERATURA MINIMA, DIARIA (AUT)(°C);UMIDADE RELATIVA DO AR, MEDIA DIARIA (AUT)(%);UMIDADE RELATIVA DO AR, MINIMA DIARIA (AUT)(%);VENTO, VELOCIDADE MEDIA DIARIA (AUT)(m/s);
2024-03-01;,2;30,5;24,1;19,2;70;41;1,5;
2024-03-02;null;31;24,8;19,9;;40;;
`;
  expect(read(file, "INMET")).toMatchObject([
    {
      date: "2024-03-01",
      rain: 0.2,
      tMax: 30.5,
      tMean: 24.1,
      tMin: 19.2,
      rhMean: 70,
      rhMin: 41,
      wind2m: expect.closeTo(1.122, 3),
    },
    { date: "2024-03-02", tMax: 31, tMin: 19.9, rhMin: 40 },
  ]);
});

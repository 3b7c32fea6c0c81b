import type { SensorType } from "@lamina/shared/records/sensor-type";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvOf } from "../../../../ui/export/csv.ts";
import { parseCsv } from "../../../../ui/import/testing/parse-csv.ts";
import { cropFile, seasonFile } from "../../balance/record-files.ts";
import { deviceFile } from "../../devices/device-file.ts";
import { farmFile, pivotFile, sectorFile } from "../../farms/record-files.ts";
import { soilFile } from "../../farms/soil-file.ts";
import { listsOf } from "../../records/data/lists-of.ts";
import type { AnyRecord } from "../../records/data/screen-config.ts";
import { partOf, sameValue } from "../../records/data/shown-value.ts";
import { userFile } from "../../users/user-file.ts";
import { templateFile } from "../template-file.ts";
import { readRows } from "../testing/read-rows.ts";
import { type RecordFile, recordReader, recordTable } from "./record-file.ts";

const record = (fields: { _id: string } & Readonly<Record<string, unknown>>): AnyRecord => ({
  clientId: "c1",
  ...fields,
});
const base = new Map([
  ["farm", [record({ _id: "f1", name: "Buriti" }), record({ _id: "f2", name: "Ipê; norte" })]],
  ["pivot", [record({ _id: "p1", name: "Pivô 1", farmId: "f1" }), record({ _id: "p2", name: "Pivô 1", farmId: "f2" })]],
  ["pivotSector", [record({ _id: "x1", pivotId: "p1", name: "A" }), record({ _id: "x2", pivotId: "p2", name: "A" })]],
  ["soil", [record({ _id: "s1", name: "Latossolo" }), record({ _id: "s2", name: "Areia" })]],
  ["usersGroup", [record({ _id: "g1", name: "Gerente" }), record({ _id: "g2", name: "Operador | noite" })]],
  ["crop", [record({ _id: "k1", name: "Soja" }), record({ _id: "k2", name: "Milho" })]],
] as const);

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-zçãé;"'=+ -]{1,20}$/).map((one) => `P${one}`.trim()),
  fc.constant("007 (norte)"),
);
/** Nothing on a farm has more decimals. */
const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => Number(value.toFixed(9)));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const day = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from), max: Date.parse(to) }).map((at) => new Date(at).toISOString().slice(0, 10));
const four = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 4, maxLength: 4 });
const angles = { angleStart: number(0, 360), angleEnd: number(0, 360) };

const types = [
  { _id: "weather-station", name: "Estação" },
  { _id: "rain-gauge", name: "Pluviômetro" },
] as SensorType[];

const samples: readonly (readonly [
  kind: RecordFile["kind"],
  (lists: ReturnType<typeof listsOf>) => RecordFile,
  fc.Arbitrary<object>,
])[] = [
  [
    "farm",
    farmFile,
    fc.record({
      ...{
        name,
        city: maybe(name),
        state: maybe(fc.constantFrom("GO", "BA")),
        lat: number(-33, 5),
        lon: number(-73, -35),
      },
      ...{
        altitude: number(0, 2500),
        areaHa: maybe(number(0, 90_000)),
        timezone: fc.constantFrom("America/Bahia", "America/Cuiaba"),
      },
    }),
  ],
  [
    "pivot",
    pivotFile,
    fc.record({
      ...{
        name,
        farmId: fc.constantFrom("f1", "f2"),
        kind: fc.constant("sprinkler"),
        lat: number(-33, 5),
        lon: number(-73, -35),
      },
      ...{
        radiusM: number(30, 900),
        ...angles,
        flowM3h: number(1, 900),
        efficiencyPct: number(50, 98),
        minPercent: number(1, 100),
      },
      ...{ maxHoursDay: number(1, 24), cucDate: maybe(day("2015-01-01", "2026-01-01")), speedBySector: fc.boolean() },
    }),
  ],
  [
    "pivotSector",
    sectorFile,
    fc.record({ name, pivotId: fc.constantFrom("p1", "p2"), soilId: fc.constantFrom("s1", "s2"), ...angles }),
  ],
  [
    "soil",
    soilFile,
    fc.record({
      ...{ name, texture: maybe(name), infiltrationMmH: maybe(number(0, 400)) },
      layers: fc
        .array(fc.record({ fcPct: number(25, 40), wpPct: number(10, 20), bulkDensity: maybe(number(0.8, 1.8)) }), {
          minLength: 1,
          maxLength: 5,
        })
        .map((all) => all.map((layer, index) => ({ depthCm: 20 * (index + 1), ...layer }))),
    }),
  ],
  [
    "crop",
    cropFile,
    fc.record({
      ...{ name, kcIni: number(0.3, 0.5), kcMid: number(0.9, 1.2), kcEnd: number(0.3, 0.8), p: number(0.3, 0.6) },
      ...{
        rootIniCm: number(5, 15),
        rootMaxCm: number(30, 150),
        kcbMid: maybe(number(0, 2)),
        ky: maybe(number(0.2, 1.2)),
      },
      stages: four(fc.record({ name, days: fc.integer({ min: 5, max: 60 }) })),
      allowedPct: maybe(four(number(20, 100))),
    }),
  ],
  [
    "season",
    seasonFile,
    fc.record({
      ...{
        sectorId: fc.constantFrom("x1", "x2"),
        cropId: fc.constantFrom("k1", "k2"),
        plantingDate: day("2024-01-01", "2025-06-01"),
      },
      ...{
        harvestDate: maybe(day("2025-07-01", "2026-01-01")),
        status: fc.constantFrom("planned", "closed"),
        name: maybe(name),
      },
      ...{ kcMethod: fc.constantFrom("single", "dual"), yieldKgHa: maybe(number(100, 9_000)) },
    }),
  ],
  [
    "device",
    (lists) => deviceFile(lists, types, types[0]),
    fc.record({
      ...{ serial: fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/), name: maybe(name), model: maybe(name) },
      ...{ sensorTypeId: fc.constantFrom("weather-station", "rain-gauge"), farmId: fc.constantFrom("f1", "f2") },
      ...{ pivotId: maybe(fc.constantFrom("p1", "p2")), lat: maybe(number(-33, 5)), lon: maybe(number(-73, -35)) },
      ...{ heightM: maybe(number(0, 50)), intervalMin: number(1, 1440), maintenance: fc.boolean() },
    }),
  ],
  [
    "user",
    userFile,
    fc.record({
      ...{ name, userName: fc.stringMatching(/^[A-Za-z][A-Za-z0-9._-]{0,12}$/) },
      ...{ email: maybe(fc.constantFrom("ana@fazenda.example", "a.b+c@exemplo.com.br")) },
      ...{ phone: maybe(fc.constantFrom("+55 64 99999-0000", "(64) 3333-0000", "=1+1")) },
      ...{ groupId: fc.constantFrom("g1", "g2"), active: fc.boolean() },
      farmIds: fc.subarray(["f1", "f2"]),
    }),
  ],
];

/** Every kind that is exported to edit; waterings, rain and covers have tests beside their lists. */
const KINDS: Readonly<Record<RecordFile["kind"], true>> = {
  ...{ farm: true, pivot: true, pivotSector: true, soil: true, crop: true, season: true, device: true, user: true },
};

describe("a list that is exported to edit", () => {
  it("is tested for every kind", () => {
    expect(samples.map(([kind]) => kind).sort()).toEqual(Object.keys(KINDS).sort());
  });

  it.each(samples)("is read back without a change: %s", (kind, fileOf, sample) => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 5 }), (all) => {
        const records = all.map((fields, index) => record({ _id: `r${index}`, ...fields }));
        const lists = listsOf(new Map<string, readonly AnyRecord[]>([...base, [kind, records]]) as never);
        const reader = recordReader(fileOf(lists), lists);
        const { good, errors } = readRows(parseCsv(csvOf(recordTable(kind, reader, records))), reader);
        expect(errors).toEqual([]);
        expect(good).toHaveLength(records.length);
        for (const [index, { fields }] of good.entries())
          for (const [field, value] of Object.entries(fields))
            expect([field, sameValue(value, partOf(records[index], field))]).toEqual([field, true]);
      }),
      { numRuns: 40 },
    );
  });

  it.each(samples)("has a template whose columns are read as they are: %s", async (kind, fileOf) => {
    const lists = listsOf(base as never);
    const reader = recordReader(fileOf(lists), lists);
    const file = templateFile(reader, kind);
    const { missing, unknown, mapping } = readRows(parseCsv((await file.text()).replace("\uFEFF", "")), reader);
    expect({ missing, unknown, unclear: mapping.unclear }).toEqual({ missing: [], unknown: [], unclear: [] });
    expect(file.name).toContain("modelo");
  });

  it("changes the record of the same name in a file without codes, and adds others", () => {
    const lists = listsOf(base as never);
    const reader = recordReader(sectorFile(lists), lists);
    const file =
      "Pivô;Nome;Solo;Ângulo inicial;Ângulo final\r\nPivô 1 · Buriti;A;Areia;0;90\r\nPivô 1 · Buriti;B;Areia;90;360\r\n";
    const { good } = readRows(parseCsv(file), reader);
    expect(good.map(({ fields }) => fields)).toEqual([
      { _id: "x1", pivotId: "p1", name: "A", soilId: "s2", angleStart: 0, angleEnd: 90 },
      { pivotId: "p1", name: "B", soilId: "s2", angleStart: 90, angleEnd: 360 },
    ]);
  });
});

describe("a file that completes stored records", () => {
  const read = (file: string) => {
    const lists = listsOf(base as never);
    return readRows(parseCsv(file), recordReader(pivotFile(lists), lists));
  };

  it("needs only what it changes, by the name on the farm", () => {
    const { good, errors, missing } = read("Pivô;Fazenda;Vazão\r\nPivô 1;Buriti;180\r\n");
    expect([errors, missing]).toEqual([[], []]);
    expect(good.map(({ fields }) => fields)).toEqual([{ _id: "p1", name: "Pivô 1", farmId: "f1", flowM3h: 180 }]);
  });

  it("needs all columns as soon as one row is new", () => {
    const { missing, errors } = read("Pivô;Fazenda;Vazão\r\nPivô 1;Buriti;180\r\nPivô 9;Buriti;200\r\n");
    expect(missing).toEqual(expect.arrayContaining(["Latitude", "Longitude"]));
    expect(errors.map(({ line }) => line)).toContain(3);
  });
});

describe("an analysis of soils", () => {
  const read = (file: string) => {
    const lists = listsOf(base as never);
    return readRows(parseCsv(file), recordReader(soilFile(), lists));
  };

  it("gives a texture and start values that say what they are", () => {
    const { good, errors } = read(
      "Ponto;pH_CaCl2;M.O.;P_res;K;Argila;Silte\r\n1;5,70;36,00;76,00;9,50;62,50;21,20\r\n2;5,60;35,50;72,00;9,10;21,00;9,00\r\n",
    );
    expect(errors).toEqual([]);
    expect(good.map(({ fields }) => fields)).toMatchObject([
      { name: "Amostra 1", texture: "Muito argilosa; CC e PMP estimados (Saxton e Rawls)", layers: [{ depthCm: 100 }] },
      { name: "Amostra 2", texture: "Média; CC e PMP estimados (Saxton e Rawls)" },
    ]);
  });

  it("reads g/kg as a tenth of a percent, and asks for a row without grains or layers", () => {
    const [perKg, percent] = ["Amostra;Argila;Areia\r\nX;450;300\r\n", "Amostra;Argila;Areia\r\nX;45;30\r\n"].map(
      (file) => read(file).good[0]?.fields.layers,
    );
    expect(perKg).toEqual(percent);
    expect(read("Amostra;pH;Argila\r\nX;5;45\r\n").errors).toMatchObject([{ line: 2 }]);
  });
});

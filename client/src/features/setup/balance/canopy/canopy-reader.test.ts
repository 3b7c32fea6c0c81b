import { expect, it } from "vitest";
import { exportOf } from "../../../../ui/data-table/columns.ts";
import { EMPTY_VIEW, fileColumns } from "../../../../ui/data-table/table-view.ts";
import { csvOf } from "../../../../ui/export/csv.ts";
import { parseCsv } from "../../../../ui/import/testing/parse-csv.ts";
import { readRows } from "../../importing/testing/read-rows.ts";
import { listsOf } from "../../records/data/lists-of.ts";
import type { AnyRecord } from "../../records/data/screen-config.ts";
import { canopyReader } from "./canopy-reader.ts";
import { canopyView } from "./canopy-view.tsx";

const record = (fields: { _id: string } & Readonly<Record<string, unknown>>): AnyRecord => ({
  clientId: "c1",
  ...fields,
});
const lists = listsOf(
  new Map([
    ["farm", [record({ _id: "f1", name: "Buriti", timezone: "America/Sao_Paulo" })]],
    ["pivot", [record({ _id: "p1", name: "Pivô 01", farmId: "f1" })]],
    ["pivotSector", ["A", "B"].map((name) => record({ _id: name, pivotId: "p1", name }))],
  ]),
);
const read = (file: string) => readRows(parseCsv(file), canopyReader(lists));

it("reads a cover or an NDVI a row, and names what is missing, doubled or unusual", () => {
  const { good, errors, unusual } = read(
    [
      "Setor;Dia;Cobertura verde (%);NDVI",
      "Pivô 01 · A;10/11/2026;55;",
      "Pivô 01 · B;10/11/2026;;0,62",
      "Pivô 01 · B;11/11/2026;;",
      "Pivô 01 · B;12/11/2026;50;0,5",
      "Pivô 01 · B;13/11/2026;;0,98",
    ].join("\n"),
  );
  expect(good.map(({ fields }) => fields)).toEqual([
    { sectorId: "A", date: "2026-11-10", coverPct: 55 },
    { sectorId: "B", date: "2026-11-10", ndvi: 0.62 },
    { sectorId: "B", date: "2026-11-13", ndvi: 0.98 },
  ]);
  expect(errors.map(({ line }) => line)).toEqual([4, 5]);
  expect(unusual.map(({ line, field }) => [line, field])).toEqual([[6, "NDVI"]]);
});

it("reads a series of a satellite: days, and a column of NDVI for each sector", () => {
  const { good, errors } = read("Dia;Pivô 01 · A;Pivô 01 · B;Pivô 09\n2026-11-01;0,41;;0,3\n2026-11-06;0,48;0,52;\n");
  expect(good.map(({ fields }) => fields)).toEqual([
    { sectorId: "A", date: "2026-11-01", ndvi: 0.41 },
    { sectorId: "A", date: "2026-11-06", ndvi: 0.48 },
    { sectorId: "B", date: "2026-11-06", ndvi: 0.52 },
  ]);
  expect(errors.map(({ field }) => field)).toEqual(["Setor"]);
});

it("reads its own export back", () => {
  const times = { createdAt: "2026-11-01T10:00:00Z", updatedAt: "2026-11-01T10:00:00Z", active: true };
  const records = [
    record({ _id: "o1", ...times, sectorId: "A", date: "2026-11-10", coverPct: 55, ndvi: null, cover: 0.55 }),
    record({
      _id: "o2",
      ...times,
      sectorId: "B",
      date: "2026-11-12",
      ndvi: 0.62,
      coverPct: null,
      cover: 0.6,
      note: "S2",
    }),
  ];
  const columns = fileColumns(canopyView.columns(lists), EMPTY_VIEW);
  const { good, errors } = read(csvOf(exportOf("Coberturas", columns, records, "America/Sao_Paulo")));
  expect(errors).toEqual([]);
  expect(good.map(({ fields }) => fields)).toEqual([
    { _id: "o1", sectorId: "A", date: "2026-11-10", coverPct: 55, ndvi: null, note: null },
    { _id: "o2", sectorId: "B", date: "2026-11-12", coverPct: null, ndvi: 0.62, note: "S2" },
  ]);
});

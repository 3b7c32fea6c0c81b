import fc from "fast-check";
import { expect, it } from "vitest";
import { exportOf } from "../../../ui/data-table/columns.ts";
import { EMPTY_VIEW, fileColumns } from "../../../ui/data-table/table-view.ts";
import { csvOf } from "../../../ui/export/csv.ts";
import { parseCsv } from "../../../ui/import/testing/parse-csv.ts";
import type { RowReader } from "../importing/import-field.ts";
import { readRows } from "../importing/testing/read-rows.ts";
import { listsOf } from "../records/data/lists-of.ts";
import type { AnyRecord, AnyScreenConfig } from "../records/data/screen-config.ts";
import { rainView } from "./rain-view.tsx";
import { rainReader, wateringReader } from "./readers.ts";
import { wateringView } from "./watering-view.tsx";

const record = (fields: { _id: string } & Readonly<Record<string, unknown>>): AnyRecord => ({
  clientId: "c1",
  ...fields,
});
const pivotOf = (_id: string, farmId: string) => record({ _id, name: "Pivô 01", farmId });
const sectorOf = (_id: string, pivotId: string, name: string) => record({ _id, pivotId, name });
/** Two farms with equal names of pivots and sectors, in different zones, and names that differ in parentheses only. */
const lists = listsOf(
  new Map([
    [
      "farm",
      [
        record({ _id: "f1", name: "Buriti", timezone: "America/Cuiaba" }),
        record({ _id: "f2", name: "Ipê; norte", timezone: "America/Sao_Paulo" }),
      ],
    ],
    ["pivot", [pivotOf("p1", "f1"), pivotOf("p2", "f2")]],
    [
      "pivotSector",
      [
        sectorOf("x1", "p1", "A"),
        sectorOf("x2", "p2", "A"),
        sectorOf("x3", "p2", "B (alto)"),
        sectorOf("x4", "p2", "B (baixo)"),
      ],
    ],
  ]),
);

/** The own fields of a record after an export and a reading of its file. */
function readBack(view: AnyScreenConfig, reader: RowReader, records: readonly AnyRecord[]) {
  const columns = fileColumns(view.columns(lists), EMPTY_VIEW);
  const file = csvOf(exportOf("Registros", columns, records, "America/Sao_Paulo"));
  const { good, errors } = readRows(parseCsv(file), reader);
  expect(errors).toEqual([]);
  return good.map(({ fields }) => fields);
}

const sectorId = fc.constantFrom("x1", "x2", "x3", "x4");
const amount = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const note = fc
  .string({ unit: "grapheme", maxLength: 30 })
  .map((text) => text.trim())
  .map((text) => text || null);
const formula = fc.constantFrom("=1+1", "'=1+1", "''-2", "＝1+1 largura", "'@x", "'", '"', "a;b\r\nc", "\u00a0");
const written = fc.oneof(
  note,
  formula.map((text) => text.trim() || null),
);
const moment = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2026-11-01") });
const iso = (at: number) => new Date(at).toISOString();
const ids = (all: readonly object[]) => all.map((fields, index) => record({ _id: `r-${index}`, ...fields }));

it("waterings are read back from their own export, to the millisecond and the last decimal", () => {
  const watering = fc
    .record({
      sectorId,
      at: moment,
      minutes: fc.option(fc.integer({ min: 1, max: 14_000 })),
      reason: written,
      note: written,
    })
    .chain(({ at, minutes, ...rest }) =>
      fc.record({
        ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, fc.constant(value)])),
        start: fc.constant(iso(at)),
        end: fc.constant(minutes === null ? null : iso(at + minutes * 60_000)),
        grossMm: amount(0.1, 100),
        percent: fc.option(amount(1, 100)),
        hours: amount(0.1, 240),
        netMm: fc.constant(1),
        source: fc.constantFrom("manual", "telemetry"),
      }),
    );
  fc.assert(
    fc.property(fc.array(watering, { minLength: 1, maxLength: 20 }), (all) => {
      const records = ids(all);
      const own = records.map(({ clientId: _client, netMm: _net, source: _source, ...fields }) => fields);
      expect(readBack(wateringView, wateringReader(lists), records)).toEqual(own);
    }),
    { numRuns: 60 },
  );
});

it("rain is read back from its own export, of farms and of sectors", () => {
  const place = fc.oneof(
    fc.constantFrom("f1", "f2").map((farmId) => ({ farmId, sectorId: null })),
    sectorId.map((id) => ({ farmId: null, sectorId: id })),
  );
  const rain = fc.tuple(place, moment, amount(0, 500), written).map(([where, at, mm, text]) => ({
    ...where,
    ...{ date: iso(at).slice(0, 10), mm, note: text, source: "manual" },
  }));
  fc.assert(
    fc.property(fc.array(rain, { minLength: 1, maxLength: 20 }), (all) => {
      const records = ids(all);
      const own = records.map(({ clientId: _client, source: _source, ...fields }) => fields);
      const known = readBack(rainView, rainReader(lists), records).map(({ mm, ...fields }) => ({ ...fields, mm }));
      expect(known.map((row) => ({ ...row, mm: expect.closeTo(Number(row.mm), 9) }))).toEqual(own);
    }),
    { numRuns: 60 },
  );
});

it("reads an older export, in which the column of the farm has the sector, and no ambiguous name", () => {
  const file = "Dia;Fazenda;Chuva (mm)\r\n20/11/2025;Pivô 01 · B (alto);2,0\r\n21/11/2025;Pivô 01 · A;2,0\r\n";
  const { good, errors } = readRows(parseCsv(file), rainReader(lists));
  expect(good.map(({ fields }) => fields)).toEqual([{ sectorId: "x3", date: "2025-11-20", mm: 2 }]);
  expect(errors.map(({ line }) => line)).toEqual([3]);
});

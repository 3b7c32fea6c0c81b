import { expect, it } from "vitest";
import { pack, unpack } from "./columns.ts";

const there = (value: unknown) => unpack(JSON.parse(JSON.stringify(pack(value))));

it.each([
  ["nothing", null],
  ["an empty list", []],
  ["a number", 3.25],
  ["lists of different lengths", { rows: [{ own: [1, 2] }, { own: [] }, { own: [3] }] }],
  ["null and missing values", [{ a: 1, b: null }, { a: null }, { b: "x" }, {}]],
  ["objects beside null", [{ inner: { x: 1 } }, { inner: null }, {}]],
  [
    "long texts that repeat",
    [
      { id: "identifier-1", of: "identifier-2" },
      { id: "identifier-2", of: "identifier-1" },
    ],
  ],
  ["values of several kinds", [{ value: 1 }, { value: "text" }, { value: true }, { value: [1] }, { value: { a: 1 } }]],
  [
    "equal values",
    [
      { a: 0, b: "", c: false },
      { a: 0, b: "", c: false },
    ],
  ],
  ["moments", [{ at: "2026-05-14T10:30:00.000Z" }, { at: "2026-05-14T10:30:00.001Z" }, { at: null }]],
  ["moments in another form", [{ at: "2026-05-14T10:30:00Z" }, { at: "2026-02-30T10:30:00.000Z" }]],
  ["nested lists", [[[1], []], [], [[2, 3]]]],
  ["a field named like a prototype's", [{ constructor: "identifier", toString: 1 }]],
])("gives back %s", (_case, value) => {
  expect(there(value)).toEqual(value);
});

it("needs a fraction of the bytes", () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({
    sectorId: `identifier-${index}`,
    status: "irrigate",
    index,
  }));
  expect(JSON.stringify(pack({ rows, ids: rows.map(({ sectorId }) => sectorId) })).length).toBeLessThan(
    JSON.stringify({ rows }).length / 2,
  );
});

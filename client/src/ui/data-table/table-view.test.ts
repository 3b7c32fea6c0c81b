import { describe, expect, it } from "vitest";
import { csvOf } from "../export/csv.ts";
import { cellText, type DataColumn, exportOf, headerOf, sum } from "./columns.ts";
import { rowWindow, WHOLE_UP_TO } from "./row-window.ts";
import {
  applyView,
  EMPTY_VIEW,
  facetValues,
  sortBy,
  type TableView,
  toggleFilter,
  visibleColumns,
} from "./table-view.ts";
import { viewFromParams, withView } from "./view-params.ts";

interface Sector {
  name: string;
  crop: string;
  dr: number | null;
  day: string;
}
const rows: Sector[] = [
  { name: "Pivô 10", crop: "Soja", dr: 12.4, day: "2026-05-14" },
  { name: "Pivô 2", crop: "Feijão", dr: null, day: "2026-05-12" },
  { name: "Gotejo A", crop: "Soja", dr: 3, day: "2026-05-13" },
];
const columns: DataColumn<Sector>[] = [
  { key: "name", header: "Setor", value: ({ name }) => name },
  { key: "crop", header: "Cultura", value: ({ crop }) => crop, facet: true },
  { key: "dr", header: "Déficit", unit: "mm", kind: "number", value: ({ dr }) => dr, total: sum(({ dr }) => dr) },
  { key: "day", header: "Dia", kind: "day", value: ({ day }) => day, optional: true },
];
const zone = "America/Cuiaba";
const names = (view: Partial<TableView>) =>
  applyView(rows, columns, { ...EMPTY_VIEW, ...view }, zone).map(({ name }) => name);

describe("applyView", () => {
  it("sorts names by the Portuguese collation, and numbers by value", () => {
    expect(names({ sort: { key: "name", descending: false } })).toEqual(["Gotejo A", "Pivô 2", "Pivô 10"]);
    expect(names({ sort: { key: "dr", descending: false } })).toEqual(["Gotejo A", "Pivô 10", "Pivô 2"]);
  });

  it("lists empty values last in both directions", () => {
    expect(names({ sort: { key: "dr", descending: true } })).toEqual(["Pivô 10", "Gotejo A", "Pivô 2"]);
  });

  it("searches all words in all columns, without accents", () => {
    expect(names({ search: "pivo soja" })).toEqual(["Pivô 10"]);
    expect(names({ search: "FEIJAO" })).toEqual(["Pivô 2"]);
    expect(names({ search: "13/05" })).toEqual(["Gotejo A"]);
    expect(names({ search: "xyz" })).toEqual([]);
  });

  it("filters by shown values, and ignores unknown ones", () => {
    expect(names({ filters: { crop: ["Feijão"] } })).toEqual(["Pivô 2"]);
    expect(names({ filters: { crop: ["Feijão", "Soja"] } })).toHaveLength(3);
    expect(names({ filters: { gone: ["x"] }, sort: { key: "gone", descending: false } })).toHaveLength(3);
    expect(facetValues(rows, columns[1] as DataColumn<Sector>, zone)).toEqual(["Feijão", "Soja"]);
  });
});

describe("a view", () => {
  it("cycles a column from ascending to descending to unsorted", () => {
    const once = sortBy(EMPTY_VIEW, "dr");
    const twice = sortBy(once, "dr");
    expect([once.sort, twice.sort, sortBy(twice, "dr").sort]).toEqual([
      { key: "dr", descending: false },
      { key: "dr", descending: true },
      null,
    ]);
    expect(sortBy(twice, "name").sort).toEqual({ key: "name", descending: false });
  });

  it("adds and removes filters", () => {
    const one = toggleFilter(EMPTY_VIEW, "crop", "Soja");
    const two = toggleFilter(one, "crop", "Milho");
    expect(two.filters).toEqual({ crop: ["Soja", "Milho"] });
    expect(toggleFilter(toggleFilter(two, "crop", "Soja"), "crop", "Milho").filters).toEqual({});
  });

  it("shows optional columns once chosen, and always the first", () => {
    const keys = (shown: Record<string, boolean>) =>
      visibleColumns(columns, { ...EMPTY_VIEW, shown }).map(({ key }) => key);
    expect(keys({})).toEqual(["name", "crop", "dr"]);
    expect(keys({ name: false, crop: false, day: true })).toEqual(["name", "dr", "day"]);
  });

  it("is kept in the address", () => {
    const view: TableView = {
      ...EMPTY_VIEW,
      search: "pivô",
      sort: { key: "dr", descending: true },
      filters: { crop: ["Soja", "Milho, safrinha"] },
    };
    const params = withView(new URLSearchParams("fazenda=f1&f.old=x"), view);
    expect(params.get("fazenda")).toBe("f1");
    expect({ ...EMPTY_VIEW, ...viewFromParams(params) }).toEqual(view);
    expect(withView(params, EMPTY_VIEW).toString()).toBe("fazenda=f1");
  });
});

describe("rowWindow", () => {
  it("renders short tables whole", () => {
    expect(rowWindow(WHOLE_UP_TO, 40, 0, 600)).toEqual({ first: 0, end: WHOLE_UP_TO, before: 0, after: 0 });
  });

  it("renders a few rows of many, and keeps the space of the others", () => {
    for (const top of [0, 5000, 100_000, 5000 * 40]) {
      const { first, end, before, after } = rowWindow(5000, 40, top, 600);
      expect(end - first).toBeLessThan(60);
      expect(before + (end - first) * 40 + after).toBe(5000 * 40);
      expect(first * 40).toBeLessThanOrEqual(top);
    }
  });
});

it("exports the visible rows and columns", () => {
  const view = { ...EMPTY_VIEW, search: "soja", sort: { key: "name", descending: false } };
  const table = exportOf("Setores", visibleColumns(columns, view), applyView(rows, columns, view, zone), zone);
  expect(table.columns).toEqual([
    { header: "Setor", kind: "text" },
    { header: "Cultura", kind: "text" },
    { header: "Déficit (mm)", kind: "number", decimals: 1 },
  ]);
  expect(table.rows).toEqual([
    ["Gotejo A", "Soja", 3],
    ["Pivô 10", "Soja", 12.4],
  ]);
  expect(headerOf({ header: "Ks" })).toBe("Ks");
});

it("writes a row's moment in its own zone, on the screen and in a file", () => {
  const at = Date.parse("2026-05-15T02:30:00Z");
  const column: DataColumn<{ zone: string }> = {
    ...{ key: "at", header: "Início", kind: "moment", value: () => at, timeZone: (row) => row.zone },
  };
  const rows = [{ zone: "America/Sao_Paulo" }, { zone: "America/Manaus" }];
  expect(rows.map((row) => cellText(column, row, zone))).toEqual(["14/05/2026 23:30", "14/05/2026 22:30"]);
  const file = csvOf(exportOf("Irrigações", [column], rows, zone));
  expect(file.split("\r\n").slice(1, 3)).toEqual(["14/05/2026 23:30", "14/05/2026 22:30"]);
});

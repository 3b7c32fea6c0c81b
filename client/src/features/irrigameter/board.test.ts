import { TypeChart } from "@lamina/shared/records/client";
import { describe, expect, it } from "vitest";
import { buildCards, type Filter, shownCards, statusCounts } from "./board.ts";
import { irrigameter } from "./testing/fixtures.ts";

const all: Filter = { status: null, farmId: null, search: "", order: "priority" };
const circles = () => buildCards(irrigameter(), TypeChart.pivot, "calculated");
const rulers = () => buildCards(irrigameter(), TypeChart.bar, "calculated");
const namesOf = (units: readonly { name: string }[]) => units.map(({ name }) => name);

describe("the cards", () => {
  it("are pivots with typeChart 1, each led by its most urgent sector", () => {
    const units = circles();
    expect(namesOf(units)).toEqual(["Pivô 01", "Pivô 02", "Pivô 03", "Pivô 10"]);
    expect(units[0]?.sectors).toHaveLength(4);
    expect(units[0]?.mostUrgentSector.sector._id).toBe("p1q1");
    expect(units[0]?.planned?.grossMm).toBe(12);
  });

  it("are sectors with typeChart 2, with the name of their pivot unless it has one sector", () => {
    expect(namesOf(rulers())).toEqual([
      "Pivô 01 · Q1",
      "Pivô 01 · Q2",
      "Pivô 01 · Q3",
      "Pivô 01 · Q4",
      "Pivô 02",
      "Pivô 03 · Norte",
      "Pivô 03 · Sul",
      "Pivô 10",
    ]);
    expect(rulers().map(({ planned }) => planned !== null)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("leave out pivots of an unknown farm", () => {
    const [farm] = irrigameter().farms;
    const data = irrigameter({ farms: farm ? [farm] : [] });
    expect(namesOf(buildCards(data, TypeChart.pivot, "calculated"))).toEqual(["Pivô 01", "Pivô 02"]);
  });

  it("in sensor mode are led by the sector with the worst probe", () => {
    const [first] = buildCards(irrigameter(), TypeChart.pivot, "sensor");
    expect(first?.mostUrgentSector.sector._id).toBe("p1q1");
  });
});

describe("a filter", () => {
  it("sorts by hours to stress, and puts cards without hours last", () => {
    expect(namesOf(shownCards(circles(), all, "calculated"))).toEqual(["Pivô 01", "Pivô 02", "Pivô 03", "Pivô 10"]);
    expect(shownCards(rulers(), all, "calculated").at(-1)?.mostUrgentSector.status).toBe("fallow");
  });

  it("sorts by name and by farm, with numbers in numeric order", () => {
    expect(namesOf(shownCards(circles(), { ...all, order: "name" }, "calculated")).at(-1)).toBe("Pivô 10");
    expect(shownCards(circles(), { ...all, order: "farm" }, "calculated")[0]?.farm.name).toBe("Fazenda Buriti");
  });

  it("finds by pivot, sector and farm, ignoring accents and capitals", () => {
    const found = (search: string) => namesOf(shownCards(circles(), { ...all, search }, "calculated"));
    expect(found("pivo 03")).toEqual(["Pivô 03"]);
    expect(found("talhão")).toEqual(["Pivô 02"]);
    expect(found("BURITI")).toEqual(["Pivô 03", "Pivô 10"]);
    expect(found("nada")).toEqual([]);
  });

  it("by status keeps a pivot with at least one such sector; by farm keeps that farm's", () => {
    expect(namesOf(shownCards(circles(), { ...all, status: "excess" }, "calculated"))).toEqual(["Pivô 01"]);
    expect(namesOf(shownCards(circles(), { ...all, farmId: "f2" }, "calculated"))).toEqual(["Pivô 03", "Pivô 10"]);
  });
});

it("counts sectors, not pivots, by the status of the mode", () => {
  expect(statusCounts(circles(), "calculated")).toEqual({
    stress: 1,
    irrigate: 1,
    excess: 1,
    ok: 3,
    nodata: 1,
    fallow: 1,
  });
  expect(statusCounts(circles(), "sensor")).toMatchObject({ irrigate: 1, ok: 1, nodata: 6 });
});

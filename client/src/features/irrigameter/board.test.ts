import { TypeChart } from "@lamina/shared/records/client";
import { describe, expect, it } from "vitest";
import { buildCards, type Filter, planTotals, shownCards, statusCounts } from "./board.ts";
import { irrigameter } from "./testing/fixtures.ts";

const all: Filter = { status: null, farmId: null, search: "", order: "priority" };
const circles = () => buildCards(irrigameter(), TypeChart.pivot, "calculated");
const rulers = () => buildCards(irrigameter(), TypeChart.bar, "calculated");
const namesOf = (units: readonly { name: string }[]) => units.map(({ name }) => name);

describe("the cards", () => {
  it("are pivots where circles are drawn, each led by the sector that asks first", () => {
    const units = circles();
    expect(namesOf(units)).toEqual(["Pivô 01", "Pivô 02", "Pivô 03", "Pivô 10"]);
    expect(units[0]?.sectors).toHaveLength(4);
    expect(units[0]?.mostUrgentSector.sector._id).toBe("p1q1");
    expect(units[0]?.planned?.grossMm).toBe(12);
  });

  it("are sectors where rulers are drawn, named after their pivot unless alone in it", () => {
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

  it("without a known farm are left out", () => {
    const [farm] = irrigameter().farms;
    const data = irrigameter({ farms: farm ? [farm] : [] });
    expect(namesOf(buildCards(data, TypeChart.pivot, "calculated"))).toEqual(["Pivô 01", "Pivô 02"]);
  });

  it("are led by the worst probe where the soil is measured", () => {
    const [first] = buildCards(irrigameter(), TypeChart.pivot, "sensor");
    expect(first?.mostUrgentSector.sector._id).toBe("p1q1");
  });
});

describe("a filter", () => {
  it("orders by hours to stress; what has none comes last", () => {
    expect(namesOf(shownCards(circles(), all, "calculated"))).toEqual(["Pivô 01", "Pivô 02", "Pivô 03", "Pivô 10"]);
    expect(shownCards(rulers(), all, "calculated").at(-1)?.mostUrgentSector.status).toBe("fallow");
  });

  it("orders by name and by farm as people count", () => {
    expect(namesOf(shownCards(circles(), { ...all, order: "name" }, "calculated")).at(-1)).toBe("Pivô 10");
    expect(shownCards(circles(), { ...all, order: "farm" }, "calculated")[0]?.farm.name).toBe("Fazenda Buriti");
  });

  it("finds by pivot, sector and farm, without accents and capitals", () => {
    const found = (search: string) => namesOf(shownCards(circles(), { ...all, search }, "calculated"));
    expect(found("pivo 03")).toEqual(["Pivô 03"]);
    expect(found("talhão")).toEqual(["Pivô 02"]);
    expect(found("BURITI")).toEqual(["Pivô 03", "Pivô 10"]);
    expect(found("nada")).toEqual([]);
  });

  it("by status keeps a pivot of which one sector is in it; by farm, its own", () => {
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

it("adds the plans of the farms up; a cost that one cannot say is not said", () => {
  const { plans } = irrigameter();
  expect(planTotals(plans)).toMatchObject({ runs: 1, meanMm: 12, volumeM3: 6_720, hours: 8.5, costBrl: 812.4 });
  const unknown = plans.map((plan) => ({ ...plan, totals: { ...plan.totals, costBrl: null } }));
  expect(planTotals(unknown).costBrl).toBeNull();
});

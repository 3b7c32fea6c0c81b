import type { ManagementRow } from "@lamina/shared/views/report";
import { expect, it } from "vitest";
import { formatSigned } from "../../../ui/format.ts";
import { choiceOf, withChoice } from "../choice.ts";
import { placeOptions, subjectOf } from "../options.ts";
import { closureTerms } from "./closure-terms.ts";
import { beforePoints, beforeText } from "./comparison.ts";
import { inPeriodBefore } from "./earlier.ts";
import { dayColumns, sectionColumns } from "./management-columns.tsx";
import { resultOf, resultOfAll, type WithoutEnergy } from "./result.ts";
import { resultFigures } from "./section-figures.ts";
import { seasonOptions, seasonSpans, sectionKey, shownSections } from "./sections.ts";
import { dayRow, sectionFixture } from "./testing/section-fixture.ts";

const all = { farmId: null, pivotId: null, season: null, section: null, year: null, compare: null };
const soy = sectionFixture();
const maize = sectionFixture({ plantingDate: "2026-01-20", cropName: "Milho" });
const other = sectionFixture({ sectorId: "s9", pivotId: "p9", pivotName: "Pivô 09", farmId: "f9", farmName: "Ondas" });
const sections = [soy, maize, other];

it("distinguishes two seasons of one sector", () => {
  expect(sectionKey(soy)).not.toBe(sectionKey(maize));
  expect(seasonOptions(sections).map(({ label }) => label)).toEqual([
    "Milho · plantio 20/01/2026",
    "Soja · plantio 10/10/2025",
  ]);
});

it("filters by farm, pivot and season", () => {
  expect(shownSections(sections, { ...all, farmId: "f9" })).toEqual([other]);
  expect(shownSections(sections, { ...all, season: "2026-01-20.Milho" })).toEqual([maize]);
  expect(placeOptions(sections, "f9")).toEqual({
    farms: [
      { value: "f1", label: "Buriti" },
      { value: "f9", label: "Ondas" },
    ],
    pivots: [{ value: "p9", label: "Pivô 09" }],
  });
});

it("prints the names of the farms, and of the chosen farm, pivot and season", () => {
  expect(subjectOf(sections, all)).toBe("Todas as fazendas");
  expect(subjectOf([soy], all)).toBe("Buriti");
  expect(subjectOf(sections, { farmId: "f9", pivotId: null })).toBe("Ondas");
  expect(subjectOf(sections, { farmId: null, pivotId: "p9" }, "Soja")).toBe("Todas as fazendas · Pivô 09 · Soja");
});

it("spans the open sector's season, otherwise all seasons of the farm", () => {
  const season = { cropName: "Soja", tBase: null };
  const farms = [
    {
      _id: "f1",
      name: "Buriti",
      timezone: "America/Sao_Paulo",
      stationDeviceId: null,
      rainNormalMm: null,
      seasons: [
        { ...season, sectorId: "s1", start: "2025-10-10", end: null },
        { ...season, sectorId: "s2", start: "2025-09-01", end: "2026-01-10" },
      ],
      lastSeasons: [{ ...season, sectorId: "s2", start: "2025-04-01", end: "2025-08-01" }],
    },
  ];
  expect(seasonSpans(farms, all).season).toEqual({ start: "2025-09-01", end: null });
  expect(seasonSpans(farms, { farmId: null, section: "s2.2025-09-01" })).toEqual({
    season: { start: "2025-09-01", end: "2026-01-10" },
    lastSeason: { start: "2025-04-01", end: "2025-08-01" },
  });
  expect(seasonSpans(farms, { farmId: "f2", section: null }).season).toBeUndefined();
});

it("totals a column over all of its rows", () => {
  const rows: ManagementRow[] = [
    dayRow({ date: "2026-01-01", dp: 1.25 }),
    dayRow({ date: "2026-01-02", dp: 2.5, requiredMm: 3 }),
  ];
  const total = (key: string) => dayColumns.find((column) => column.key === key)?.total?.(rows);
  expect(total("dp")).toBe(3.75);
  expect(total("required")).toBe(15);
  expect(total("recommended")).toBeUndefined();
  expect(total("kc")).toBeUndefined();
});

it("rounds the panel setting down, so that no less water is applied", () => {
  const percent = dayColumns.find(({ key }) => key === "percent");
  expect(percent?.value(dayRow({ percent: 29.9 }))).toBe(29);
});

it("computes the change in storage from its terms", () => {
  const sum = closureTerms(soy).reduce((total, { mm }) => total + mm, 0);
  expect(sum).toBeCloseTo(soy.closure.deltaMm, 1);
  expect(closureTerms(soy).map(({ key }) => key)).toEqual(["rainEff", "irrNet", "etcAdj", "dp", "root"]);
  expect([formatSigned(29.67, 1), formatSigned(-2, 1), formatSigned(-0.01, 1)]).toEqual(["+29,7", "−2,0", "0,0"]);
});

it("divides a pivot's energy by the water of its sectors, and expects a harvest from planting on", () => {
  const soil = { ky: 0.85, yieldKgHa: 3500, priceBrlKg: 2 };
  const { totals } = soy;
  const dry = { ...soy, yield: soil, areaHa: 20, totals: { ...totals, etc: 500, etcAdj: 450, appliedMm: 100 } };
  const wet = { ...maize, areaHa: 20, totals: { ...totals, appliedMm: 300 } };
  const uses = [
    { pivotId: "p1", brlTotal: 5000 },
    { pivotId: "p1", brlTotal: 3000 },
    { pivotId: "p9", brlTotal: 1 },
  ];
  const result = resultOf(dry, [dry, wet, other], { uses, withoutEnergy: "noEnergy" }, "2025-10-01");
  expect(result).toMatchObject({ energyBrl: 2000, energyBrlHa: 100, energyBrlMm: 20 });
  expect(result.yieldPct).toBeCloseTo(91.5);
  expect(result.netBrlHa).toBeCloseTo(0.915 * 7000 - 100);
  expect(result.netBrlHaMm).toBeCloseTo((0.915 * 7000 - 100) / 100);
  expect(resultOf(dry, [dry, wet], { uses, withoutEnergy: "noEnergy" }, "2025-11-01").yieldKgHa).toBeNull();
  const noteOf = (brlTotal: number | null, withoutEnergy: WithoutEnergy) => {
    const found = resultOf(dry, [dry], { uses: [{ pivotId: "p1", brlTotal }], withoutEnergy }, "2025-10-01");
    return resultFigures(found, undefined, {}).map(({ value, note }) => [value, note])[0];
  };
  expect(noteOf(null, "noEnergy")).toEqual(["–", "informe tarifa e potência da bomba"]);
  // Before the use of water is loaded its price is not unknown.
  expect(noteOf(5000, "energyLoads")).toEqual(["–", "carregando o consumo…"]);
  expect(noteOf(5000, "energyFailed")).toEqual(["–", "o consumo não carregou"]);
});

it("shows the change since the compared period", () => {
  const mm = (value: number) => `${value} mm`;
  expect(beforeText(12, undefined, mm)).toBeUndefined();
  expect(beforeText(12, null, mm)).toBe("antes –");
  expect(beforeText(12, 16, mm)).toBe("antes 16 mm (−25\u00a0%)");
  expect(beforeText(12, 0, mm)).toBe("antes 0 mm");
  const percent = (value: number) => `${value} %`;
  expect(beforePoints(88, 80, percent)).toBe("antes 80 % (+8\u00a0pontos)");
  expect(beforePoints(80, null, percent)).toBe("antes –");
  expect(beforePoints(80, undefined, percent)).toBeUndefined();
});

it("is kept in the address; a new farm clears pivot and sector", () => {
  const params = new URLSearchParams("periodo=30d&fazenda=f1&pivo=p1&setor=s1&safra=x");
  expect(withChoice(params, { farmId: "f9" }).toString()).toBe("periodo=30d&fazenda=f9&safra=x");
  expect(withChoice(params, { section: null }).get("pivo")).toBe("p1");
  expect(choiceOf(new URLSearchParams("ano=abc")).year).toBeNull();
  expect(choiceOf(new URLSearchParams("ano=2025")).year).toBe(2025);
});

it("has the area of a sector with two seasons once, in energy per ha and per mm too", () => {
  const use = { uses: [{ pivotId: "p1", brlTotal: 9800 }], withoutEnergy: "noEnergy" as const };
  const result = (section: typeof soy) => resultOf(section, [soy, maize], use, "2025-10-01");
  const total = resultOfAll([soy, maize], result);
  expect(total.energyBrlHa).toBeCloseTo(9800 / 19.6);
  // Each season got 10 mm on the same area.
  expect(total.energyBrlMm).toBeCloseTo(9800 / 20);
  expect(
    sectionColumns(result)
      .find(({ key }) => key === "area")
      ?.total?.([soy, maize]),
  ).toBe(19.6);
});

it("compares each of two seasons in a period with its own crop", () => {
  const before = [sectionFixture({ plantingDate: "2024-10-09" }), maize];
  expect(inPeriodBefore(soy, [soy, maize], before)).toBe(before[0]);
  expect(inPeriodBefore(maize, [soy, maize], before)).toBe(maize);
  expect(inPeriodBefore({ ...maize, cropName: "Feijão", plantingDate: "2026-03-01" }, [soy, maize], before)).toBeNull();
});

import { TypeChart } from "@lamina/shared/records/client";
import { describe, expect, it } from "vitest";
import { buildCards } from "../board.ts";
import { AT, irrigameter, sectorCard } from "../testing/fixtures.ts";
import { likelyStart, readDraft, type WateringDraft, wateringDraft, wateringsOf } from "./watering-fields.ts";

const NOW = Date.parse(AT);
const ZONE = "America/Bahia";
const [unit] = buildCards(irrigameter(), TypeChart.pivot, "calculated");
if (!unit) throw new Error("the fixture has a pivot");

describe("the draft", () => {
  it("has the depth and the sectors of the recommended run; of a run in progress that was not planned yet it credits nothing", () => {
    const draft = wateringDraft(unit, unit.mostUrgentSector, NOW);
    expect(draft).toEqual({
      day: "2026-05-14",
      time: "07:30",
      kind: "grossMm",
      amount: "12,0",
      sectors: "p1q1 p1q2",
      note: "",
      // The panel reports that the machine runs with water.
      moment: "running",
    });
    const read = readDraft(draft, ZONE, NOW);
    if ("errors" in read) throw new Error("the draft is valid");
    expect(wateringsOf(read, draft, unit, NOW).map(({ planned }) => planned)).toEqual([true, true]);
  });

  it("of a run that has ended ends now when its start is planned for later", () => {
    expect(likelyStart(unit, unit.mostUrgentSector, "ended", NOW)).toEqual({ day: "2026-05-13", time: "07:30" });
  });

  it("of a started run has its start, on the farm's clock", () => {
    expect(wateringDraft(unit, unit.mostUrgentSector, Date.parse("2026-05-15T10:00:00Z"))).toMatchObject({
      day: "2026-05-14",
      time: "21:30",
    });
  });

  it("has no depth without a recommendation", () => {
    const card = sectorCard({ _id: "p1q3" }, { recommendation: null });
    expect(wateringDraft(unit, card, NOW)).toMatchObject({ amount: "", sectors: "p1q3" });
  });
});

describe("the input", () => {
  const draft: WateringDraft = {
    day: "2026-05-13",
    time: "21:30",
    kind: "grossMm",
    amount: "12,5",
    sectors: "p1q1 p1q2",
    note: " vento ",
    moment: "ended",
  };
  const read = (change: Partial<WateringDraft>) => {
    const given = { ...draft, ...change } as WateringDraft;
    const found = readDraft(given, ZONE, NOW);
    return "errors" in found ? found : { amount: found.amount, waterings: wateringsOf(found, given, unit, NOW) };
  };

  it("becomes one watering for each sector, in UTC", () => {
    const watering = { start: "2026-05-14T00:30:00.000Z", grossMm: 12.5, note: "vento" };
    expect(read({})).toEqual({
      amount: 12.5,
      waterings: [
        { sectorId: "p1q1", ...watering },
        { sectorId: "p1q2", ...watering },
      ],
    });
    expect(read({ kind: "percent", amount: "29", note: "", sectors: "p1q1" })).toEqual({
      amount: 29,
      waterings: [{ sectorId: "p1q1", start: "2026-05-14T00:30:00.000Z", percent: 29 }],
    });
  });

  it("shares the hours of a run between its sectors, because each hour gives its water once", () => {
    const given = read({ kind: "hours", amount: "10" });
    const hours = "waterings" in given ? given.waterings.map((one) => one.hours) : [];
    expect(hours).toEqual([5, 5]);
    expect(read({ kind: "hours", amount: "10", sectors: "p1q1" })).toMatchObject({ waterings: [{ hours: 10 }] });
  });

  it("of a run in progress credits only what was applied, and plans the rest", () => {
    const circle = { ...unit, pivot: { ...unit.pivot, status: null } };
    const given = { ...draft, moment: "running", day: "2026-05-14", time: "04:30", note: "" } as WateringDraft;
    const found = readDraft(given, ZONE, NOW);
    if ("errors" in found) throw new Error("a valid draft");
    const waterings = wateringsOf(found, given, circle, NOW);
    // 12.5 mm on half the circle take 20 h; after 3 h the arm has wetted 0.3 of the first sector.
    const at = "2026-05-14T10:30:00.000Z";
    expect(waterings.map(({ sectorId, start, grossMm, planned }) => [sectorId, start, grossMm, planned])).toEqual([
      ["p1q1", "2026-05-14T07:30:00.000Z", 3.7, undefined],
      ["p1q1", at, 8.8, true],
      ["p1q2", at, 12.5, true],
    ]);
    const credited = waterings.filter(({ planned }) => !planned);
    expect(credited.every(({ end }) => end === at)).toBe(true);
  });

  it("of a run that starts now credits nothing", () => {
    const given = { ...draft, moment: "starting", day: "", time: "", sectors: "p1q1" } as WateringDraft;
    const found = readDraft(given, ZONE, NOW);
    if ("errors" in found) throw new Error("a valid draft");
    expect(wateringsOf(found, given, unit, NOW)).toMatchObject([
      { sectorId: "p1q1", start: "2026-05-14T10:30:00.000Z", grossMm: 12.5, planned: true },
    ]);
  });

  it.each<[string, Partial<WateringDraft>, string]>([
    ["no sector", { sectors: "" }, "sectors"],
    ["a future start", { day: "2026-05-14", time: "08:00" }, "moment"],
    ["a mistyped year", { day: "2025-05-12" }, "moment"],
    ["no day", { day: "" }, "moment"],
    ["no depth", { amount: "" }, "amount"],
    ["words for a depth", { amount: "muito" }, "amount"],
    ["a depth beyond the contract", { amount: "101" }, "amount"],
  ])("is refused with %s", (_case, change, field) => {
    expect(read(change)).toEqual({ errors: { [field]: expect.any(String) } });
  });
});

import { TypeChart } from "@lamina/shared/records/client";
import { describe, expect, it } from "vitest";
import { buildCards } from "../board.ts";
import { AT, irrigameter, sectorCard } from "../testing/fixtures.ts";
import { likelyStart, readDraft, type WateringDraft, wateringDraft } from "./watering-fields.ts";

const NOW = Date.parse(AT);
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
    // The start of the run is now.
    expect(readDraft(draft, unit, NOW)).toMatchObject({
      run: { state: "running", start: "2026-05-14T10:30:00.000Z", at: "2026-05-14T10:30:00.000Z" },
    });
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
  const read = (change: Partial<WateringDraft>) => readDraft({ ...draft, ...change } as WateringDraft, unit, NOW);

  it("becomes a run, in UTC, with its sectors in the order of the machine", () => {
    expect(read({ sectors: "p1q2 p1q1" })).toEqual({
      amount: 12.5,
      run: {
        ...{ sectorIds: ["p1q1", "p1q2"], state: "ended", grossMm: 12.5, note: "vento" },
        ...{ start: "2026-05-14T00:30:00.000Z", at: "2026-05-14T10:30:00.000Z" },
      },
    });
    expect(read({ kind: "percent", amount: "29", note: "" })).toMatchObject({ run: { percent: 29 } });
  });

  it("of a run that starts now needs no day and hour", () => {
    expect(read({ moment: "starting", day: "", time: "" })).toMatchObject({
      run: { state: "running", start: "2026-05-14T10:30:00.000Z" },
    });
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

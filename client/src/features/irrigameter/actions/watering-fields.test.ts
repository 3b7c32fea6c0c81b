import { TypeChart } from "@lamina/shared/records/client";
import { checkRunEntry } from "@lamina/shared/records/entries";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { describe, expect, it } from "vitest";
import { fromFormValues } from "../../../ui/form/form-values.ts";
import { readFields } from "../../../ui/form/read-fields.ts";
import { buildCards } from "../board.ts";
import { AT, irrigameter, sectorCard } from "../testing/fixtures.ts";
import { likelyStart, readRun, runSchema, type WateringDraft, wateringDraft, wateringsOf } from "./watering-fields.ts";

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
      sectorIds: ["p1q1", "p1q2"],
      note: "",
      // The panel reports that the machine runs with water.
      moment: "running",
    });
    const run = readRun(draft, ZONE, NOW);
    if (!run) throw new Error("the draft is valid");
    expect(wateringsOf(run, unit, NOW).map(({ planned }) => planned)).toEqual([true, true]);
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
    expect(wateringDraft(unit, card, NOW)).toMatchObject({ amount: "", sectorIds: ["p1q3"] });
  });
});

describe("the input", () => {
  const draft: WateringDraft = {
    day: "2026-05-13",
    time: "21:30",
    kind: "grossMm",
    amount: "12,5",
    sectorIds: ["p1q1", "p1q2"],
    note: " vento ",
    moment: "ended",
  };
  const read = (change: Partial<WateringDraft>) => {
    const found = readRun({ ...draft, ...change }, ZONE, NOW);
    return found && { amount: found.amount, waterings: wateringsOf(found, unit, NOW) };
  };
  const errors = (change: Partial<WateringDraft>) => {
    const values = { ...draft, ...change };
    const schema = runSchema(values);
    const given = fromFormValues(schema, values);
    return fieldErrors(readFields(schema, given, (entry) => checkRunEntry(entry, ZONE, NOW)).rules);
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
    expect(read({ kind: "percent", amount: "29", note: "", sectorIds: ["p1q1"] })).toEqual({
      amount: 29,
      waterings: [{ sectorId: "p1q1", start: "2026-05-14T00:30:00.000Z", percent: 29 }],
    });
  });

  it("shares the hours of a run between its sectors, because each hour gives its water once", () => {
    const given = read({ kind: "hours", amount: "10" });
    expect(given?.waterings.map((one) => one.hours)).toEqual([5, 5]);
    expect(read({ kind: "hours", amount: "10", sectorIds: ["p1q1"] })).toMatchObject({ waterings: [{ hours: 10 }] });
  });

  it("of a run in progress credits only what was applied, and plans the rest", () => {
    const circle = { ...unit, pivot: { ...unit.pivot, status: null } };
    const given = { ...draft, moment: "running", day: "2026-05-14", time: "04:30", note: "" } as const;
    const found = readRun(given, ZONE, NOW);
    if (!found) throw new Error("a valid draft");
    const waterings = wateringsOf(found, circle, NOW);
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
    const given = { ...draft, moment: "starting", sectorIds: ["p1q1"] } as const;
    for (const [day, time] of [
      ["", ""],
      ["2020-13-40", "9h"],
      ["2020-05-13", "21:30"],
    ] as const) {
      const found = readRun({ ...given, day, time }, ZONE, NOW);
      if (!found) throw new Error("a valid draft");
      expect(wateringsOf(found, unit, NOW)).toMatchObject([
        { sectorId: "p1q1", start: "2026-05-14T10:30:00.000Z", grossMm: 12.5, planned: true },
      ]);
    }
  });

  const DEPTH = "Informe um número de 0,1 a 100.";
  it.each<[string, Partial<WateringDraft>, string, string]>([
    ["no sector", { sectorIds: [] }, "sectorIds", "Escolha ao menos um setor."],
    ["a future start", { day: "2026-05-14", time: "08:00" }, "day", "O início não pode estar no futuro."],
    ["a mistyped year", { day: "2025-05-12" }, "day", "Confira o ano: este dia passou há mais de um ano."],
    ["no day", { day: "" }, "day", "Campo obrigatório."],
    ["a day that does not exist", { day: "2026-02-30" }, "day", "Data inválida."],
    ["no time", { time: "" }, "time", "Campo obrigatório."],
    ["no depth", { amount: "" }, "amount", DEPTH],
    ["words for a depth", { amount: "muito" }, "amount", DEPTH],
    ["a depth beyond the contract", { amount: "101" }, "amount", DEPTH],
    ["a panel setting of 0 %", { kind: "percent", amount: "0" }, "amount", "Informe um número de 1 a 100."],
    ["too many hours", { kind: "hours", amount: "241" }, "amount", "Informe um número de 0,1 a 240."],
    ["a note beyond the contract", { note: "x".repeat(1001) }, "note", "Use no máximo 1.000 caracteres."],
  ])("is refused with %s", (_case, change, field, words) => {
    expect(read(change)).toBeNull();
    expect(errors(change)).toEqual({ [field]: words });
  });

  it("is refused with all errors at once", () => {
    expect(Object.keys(errors({ amount: "", day: "", sectorIds: [] }))).toEqual(["amount", "sectorIds", "day"]);
  });
});

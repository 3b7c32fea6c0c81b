import { TypeChart } from "@lamina/shared/records/client";
import { checkRunEntry } from "@lamina/shared/records/entries";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { describe, expect, it } from "vitest";
import { fromFormValues } from "../../../ui/form/form-values.ts";
import { readFields } from "../../../ui/form/read-fields.ts";
import { buildCards } from "../board.ts";
import { AT, irrigameter, sectorCard } from "../testing/fixtures.ts";
import { likelyStart, readRun, runSchema, type WateringDraft, wateringDraft } from "./watering-fields.ts";

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
    // The start of the run is now.
    expect(readRun(draft, unit, NOW)).toMatchObject({
      ...{ state: "running", start: "2026-05-14T10:30:00.000Z", at: "2026-05-14T10:30:00.000Z" },
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
  const read = (change: Partial<WateringDraft>) => readRun({ ...draft, ...change }, unit, NOW);
  const errors = (change: Partial<WateringDraft>) => {
    const values = { ...draft, ...change };
    const schema = runSchema(values);
    const given = fromFormValues(schema, values);
    return fieldErrors(readFields(schema, given, (entry) => checkRunEntry(entry, ZONE, NOW)).rules);
  };

  it("becomes a run, in UTC, with its sectors in the order of the machine", () => {
    expect(read({ sectorIds: ["p1q2", "p1q1"] })).toEqual({
      ...{ sectorIds: ["p1q1", "p1q2"], state: "ended", grossMm: 12.5, note: "vento" },
      ...{ start: "2026-05-14T00:30:00.000Z", at: "2026-05-14T10:30:00.000Z" },
    });
    expect(read({ kind: "percent", amount: "29", note: "" })).toMatchObject({ percent: 29 });
  });

  it.each([
    ["", ""],
    ["2020-13-40", "9h"],
    ["2020-05-13", "21:30"],
  ])("of a run that starts now needs no day and hour (%s %s)", (day, time) => {
    expect(read({ moment: "starting", day, time })).toMatchObject({
      ...{ state: "running", start: "2026-05-14T10:30:00.000Z" },
    });
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

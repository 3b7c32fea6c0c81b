import { expect, it } from "vitest";
import * as z from "zod";
import { checkSeason } from "../records/crop.ts";
import { checkPivot, checkSoil } from "../records/farm.ts";
import { checkWatering, isSameWatering, wateringSpan } from "../records/irrigation.ts";
import { checkMonitor } from "../records/telemetry.ts";
import { checkRain } from "../records/weather.ts";
import { refusalSentence } from "./refusal-text.ts";
import type { BrokenRule } from "./rule.ts";
import { fieldErrors, ruleText } from "./rule-text.ts";
import { schemaRules } from "./schema-rules.ts";

const NOW = Date.parse("2026-01-10T12:00:00Z");
const watering = { sectorId: "s1", start: "2026-01-10T09:00:00Z", grossMm: 12 };
const ids = (rules: readonly BrokenRule[]) => rules.map(({ field, id }) => `${field} ${id}`);

it.each([
  ["15:59:59", undefined, true],
  ["16:00:01", undefined, false],
  ["03:00:00", 1, true],
  ["00:00:00", 1, false],
])("takes records within 6 h of a watering for the same one: %s of %s hours", (time, hours, same) => {
  const one = wateringSpan({ start: "2026-01-10T08:00:00Z", end: "2026-01-10T10:00:00Z" });
  const other = wateringSpan({ start: `2026-01-10T${time}Z`, hours });
  expect([isSameWatering(one, other), isSameWatering(other, one)]).toEqual([same, same]);
});

it("rejects a watering without an amount, too far ahead, with its end before its start, or too long", () => {
  expect(checkWatering(watering, NOW)).toEqual([]);
  const { grossMm: _, ...none } = watering;
  expect(ids(checkWatering(none, NOW))).toEqual(["grossMm required"]);
  expect(checkWatering({ ...watering, start: "2026-01-17T12:00:00Z" }, NOW)).toEqual([]);
  expect(ids(checkWatering({ ...watering, start: "2026-01-17T12:00:01Z" }, NOW))).toEqual(["start too-far-ahead"]);
  expect(ids(checkWatering({ ...watering, end: "2026-01-10T08:00:00Z" }, NOW))).toEqual(["end before-start"]);
  expect(checkWatering({ ...watering, end: "2026-01-20T09:00:00Z" }, NOW)).toEqual([]);
  expect(ids(checkWatering({ ...watering, end: "2026-01-20T09:00:01Z" }, NOW))).toEqual(["end too-long"]);
});

it("accepts rain on a farm or a sector, and rejects future days", () => {
  expect(checkRain({ farmId: "f" }, NOW)).toEqual([]);
  expect(checkRain({ sectorId: "s", date: "2026-01-10" }, NOW)).toEqual([]);
  expect(ids(checkRain({}, NOW))).toEqual(["farmId one-place"]);
  expect(ids(checkRain({ farmId: "f", sectorId: "s" }, NOW))).toEqual(["farmId two-places"]);
  expect(ids(checkRain({ farmId: "f", date: "2026-01-11" }, NOW))).toEqual(["date to-come"]);
});

it("requires a season's days in order, and limits its length", () => {
  const season = { plantingDate: "2026-01-10" };
  expect(checkSeason({ ...season, emergenceDate: "2026-01-10", harvestDate: "2026-05-10" })).toEqual([]);
  expect(ids(checkSeason({ ...season, emergenceDate: "2026-01-09", harvestDate: "2026-01-10" }))).toEqual([
    "emergenceDate before-planting",
    "harvestDate before-planting",
  ]);
  expect(ids(checkSeason({ ...season, harvestDate: "2031-02-01" }))).toEqual(["harvestDate too-long"]);
  expect(checkSeason({ harvestDate: "2031-02-01" })).toEqual([]);
});

it("checks a pivot's tower, a soil's layers and a monitor's weights and limits together", () => {
  expect(ids(checkPivot({ radiusM: 400, lastTowerM: 401 }))).toEqual(["lastTowerM beyond-radius"]);
  const layers = [
    { depthCm: 40, fcPct: 30, wpPct: 30 },
    { depthCm: 40, fcPct: 30, wpPct: 16 },
  ];
  expect(ids(checkSoil({ layers }))).toEqual([
    "layers.0.wpPct not-below-field-capacity",
    "layers.1.depthCm not-below-layer-above",
  ]);
  const sensorIds = ["a", "b"];
  expect(checkMonitor({ sensorIds, weights: [0.4, 0.6], limits: { low: 10, high: 20 } })).toEqual([]);
  expect(ids(checkMonitor({ sensorIds, weights: [1] }))).toEqual(["weights one-per-sensor"]);
  expect(ids(checkMonitor({ sensorIds, weights: [0.4, 0.5], limits: { low: 10, high: 10 } }))).toEqual([
    "weights sum-not-one",
    "limits.high not-ascending",
  ]);
});

it("has words for each rule with its limits, and for a missing field", () => {
  const schema = z.object({
    name: z.string().min(1),
    mm: z.number().min(0.1),
    tags: z.array(z.string()).min(2),
    at: z.iso.date(),
    kind: z.enum(["a"]),
    words: z.string().max(3),
  });
  const record = { name: "", mm: 0, tags: [], at: "ontem", kind: "b" };
  const { error } = schema.safeParse(record);
  expect(error && fieldErrors(schemaRules(error, record))).toEqual({
    name: "Campo obrigatório.",
    mm: "Deve ser no mínimo 0,1.",
    tags: "Informe pelo menos 2.",
    at: "Data inválida.",
    kind: "Escolha uma opção.",
    words: "Campo obrigatório.",
  });
  expect(ruleText({ field: "lat", id: "too-big", maximum: 6, unit: "°" })).toBe("Deve ser no máximo 6°.");
  expect(ruleText({ field: "grossMm", id: "too-big", maximum: 100, unit: "mm" })).toBe("Deve ser no máximo 100 mm.");
  expect(ruleText({ field: "rows.3.end", id: "too-long", maximum: 10 })).toBe("Uma irrigação dura no máximo 10 dias.");
  expect(ruleText({ field: "x", id: "a-rule-of-another-api" })).toBe("Valor inválido.");
});

it("says a refusal as a sentence, which begins with what was wrong", () => {
  const unknown = { id: "other-serial", field: "serial", sent: "A840" };
  expect(refusalSentence(unknown)).toBe(
    "A mensagem traz o número de série de outro equipamento (campo serial; veio A840).",
  );
  expect(refusalSentence({ ...unknown, index: 2, expected: "EM-01" })).toMatch(
    / \(leitura 3; campo serial; veio A840; espera-se EM-01\)\.$/,
  );
  expect(refusalSentence({ id: "not-json" })).toBe("A mensagem não é um JSON válido.");
});

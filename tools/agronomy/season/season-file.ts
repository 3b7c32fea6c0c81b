import type { AutoIrrigationRule } from "@lamina/agronomy/balance/auto-irrigation";
import { InputError } from "../input/input-error.ts";
import { type Json, Reader } from "../input/reader.ts";
import { text } from "../input/text.ts";
import type { Scenario } from "./scenario.ts";
import { readAutoIrrigation } from "./season-autoirrigate.ts";
import { readCrop, readOptions, readSite, readUnits } from "./season-parts.ts";
import { readRows } from "./season-rows.ts";
import { readSoil } from "./season-soil.ts";

const SCENARIO_KEYS = [
  "id",
  "title",
  "mode",
  "site",
  "start",
  "end",
  "crop",
  "soil",
  "options",
  "autoirrigate",
  "note",
  "efficiency_pct",
  "columns",
  "units",
  "Dr_initial_mm",
  "De_initial_mm",
  "daily",
  "totals",
  "independent_check",
];

/** Reads a season file (the format of the reference seasons); throws an `InputError` that names every problem. */
export function readSeasonFile(content: string): Scenario[] {
  const problems: string[] = [];
  const root = new Reader(problems, "arquivo");
  const file = root.object(parseJson(content), "raiz");
  root.onlyKeys(file, ["_meta", "scenarios"], "");
  if (!Array.isArray(file.scenarios))
    root.fail("scenarios", file.scenarios === undefined ? text.missing : text.notList);
  else if (file.scenarios.length === 0) root.fail("scenarios", text.emptyList);
  const scenarios = (Array.isArray(file.scenarios) ? file.scenarios : []).map((value: unknown, index) => {
    const source = root.object(value, `scenarios[${index}]`);
    const place = typeof source.id === "string" ? text.place.scenario(source.id) : text.place.scenarioAt(index + 1);
    return readScenario(new Reader(problems, place), source);
  });
  if (problems.length > 0) throw new InputError(problems);
  return scenarios;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new InputError([text.badJson(error instanceof Error ? error.message : String(error))]);
  }
}

function readScenario(reader: Reader, source: Json): Scenario {
  reader.onlyKeys(source, SCENARIO_KEYS, "");
  const id = reader.string(source.id, "id");
  if (source.mode !== "single" && source.mode !== "dual") reader.fail("mode", text.oneOf(["single", "dual"]));
  const mode = source.mode === "dual" ? "dual" : "single";
  readUnits(reader, source.units);
  const { columns, days } = readRows(reader, source);
  const notes: string[] = [];
  const note = (words: string) => notes.push(`${reader.place}: ${words}`);
  const efficiencyPct = reader.number(source.efficiency_pct, "efficiency_pct", 1, 100);
  let autoirrigate: AutoIrrigationRule[] | undefined;
  if (source.autoirrigate !== null && source.autoirrigate !== undefined) {
    if (columns.includes("I")) note(text.note.autoirrigate);
    else autoirrigate = readAutoIrrigation(reader, source.autoirrigate, days[0]?.date ?? 0, efficiencyPct);
  }
  return {
    id,
    source,
    mode,
    site: readSite(reader, reader.object(source.site, "site")),
    crop: readCrop(reader, reader.object(source.crop, "crop"), mode, note),
    soil: readSoil(reader, reader.object(source.soil, "soil"), mode, note),
    options: readOptions(reader, source, columns),
    efficiencyPct,
    autoirrigate,
    drInitial: reader.optionalNumber(source.Dr_initial_mm, "Dr_initial_mm", -500, 2000),
    deInitial: reader.optionalNumber(source.De_initial_mm, "De_initial_mm", 0, 200),
    columns,
    days,
    notes,
  };
}

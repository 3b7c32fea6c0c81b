import type { AutoIrrigationRule } from "../auto-irrigation.ts";
import { TABLE_19, type Texture } from "../evaporation-layer.ts";
import type { KcPlateaus, StageDays } from "../kc-curve.ts";
import type { RootDepths } from "../root-growth.ts";
import { InputError } from "./input-error.ts";
import { type Json, Reader } from "./reader.ts";
import { readAutoIrrigation } from "./season-autoirrigate.ts";
import { readRows, type SeasonDay } from "./season-rows.ts";
import { text } from "./text.ts";

/** One scenario of a season file, read and checked; lengths in m, depths in mm, water contents in m³/m³. */
export interface Scenario {
  id: string;
  /** What the answer repeats as it came. */
  source: Json;
  mode: "single" | "dual";
  site: { latitudeDeg: number; altitudeM: number; windHeightM: number; surface: "grass" | "alfalfa" };
  crop: { days: StageDays; kc: KcPlateaus; roots: RootDepths; height: RootDepths; p: number };
  soil: {
    fc: number;
    wp: number;
    theta0?: number | undefined;
    ze?: number | undefined;
    rew?: number | undefined;
    cn2?: number | undefined;
    texture?: Texture | undefined;
  };
  options: { pConstant: boolean; runoff: boolean; capillaryRise: boolean; climate: boolean };
  efficiencyPct: number;
  /** Rules that decide the irrigation, where the file has no column I. */
  autoirrigate?: AutoIrrigationRule[] | undefined;
  drInitial?: number | undefined;
  deInitial?: number | undefined;
  columns: string[];
  days: SeasonDay[];
  notes: string[];
}

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

/** What the unit of an input must begin with, where the file states one. */
const UNITS: Record<string, string> = {
  Rs: "MJ/m2/d",
  n: "h",
  T: "degC",
  ea: "kPa",
  RH: "%",
  wind: "m/s",
  P: "mm",
  I: "mm gross",
  ET0: "mm/d",
  Zr: "m",
};

/** Reads a season file (the format of the reference seasons); throws an `InputError` that names every problem. */
export function readSeasonFile(content: string): Scenario[] {
  const problems: string[] = [];
  const root = new Reader(problems, "arquivo");
  const file = root.object(parseJson(content), "raiz");
  root.onlyKeys(file, ["_meta", "scenarios"], "");
  if (!Array.isArray(file.scenarios))
    root.fail("scenarios", file.scenarios === undefined ? text.missing : text.notList);
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
    drInitial: reader.optionalNumber(source.Dr_initial_mm, "Dr_initial_mm", 0, 2000),
    deInitial: reader.optionalNumber(source.De_initial_mm, "De_initial_mm", 0, 200),
    columns,
    days,
    notes,
  };
}

function readUnits(reader: Reader, value: unknown): void {
  if (value === undefined) return;
  const units = reader.object(value, "units");
  for (const [name, expected] of Object.entries(UNITS)) {
    const unit = units[name];
    if (unit !== undefined && !String(unit).startsWith(expected))
      reader.fail(`units.${name}`, text.unit(unit, expected));
  }
}

function readSite(reader: Reader, site: Json): Scenario["site"] {
  reader.onlyKeys(site, ["lat_deg", "elevation_m", "wind_height_m", "reference"], "site.");
  const reference = reader.string(site.reference, "site.reference");
  const alfalfa = /tall|alfalfa|ETr/i.test(reference);
  const grass = /short|grass|ETo/i.test(reference);
  if (reference !== "" && alfalfa === grass)
    reader.fail("site.reference", text.oneOf(["short grass (ETo)", "tall alfalfa (ETr)"]));
  return {
    latitudeDeg: reader.number(site.lat_deg, "site.lat_deg", -90, 90),
    altitudeM: reader.number(site.elevation_m, "site.elevation_m", -500, 6000),
    windHeightM: reader.number(site.wind_height_m, "site.wind_height_m", 0.5, 100),
    surface: alfalfa ? "alfalfa" : "grass",
  };
}

function readCrop(reader: Reader, crop: Json, mode: Scenario["mode"], note: (words: string) => void): Scenario["crop"] {
  reader.onlyKeys(crop, ["L", "h", "Zr", "p", "Kc", "Kcb"], "crop.");
  const [key, other] = mode === "dual" ? ["Kcb", "Kc"] : ["Kc", "Kcb"];
  if (crop[other] !== undefined) note(text.note.unused(`crop.${other}`, mode));
  const [ini = Number.NaN, mid = Number.NaN, end = Number.NaN] = reader.numbers(crop[key], `crop.${key}`, 3, 0, 2);
  const [initial = 0, development = 0, midDays = 0, late = 0] = reader.numbers(crop.L, "crop.L", 4, 0, 400);
  const pair = (name: "h" | "Zr", low: number, high: number): RootDepths => {
    const [from = Number.NaN, to = Number.NaN] = reader.numbers(crop[name], `crop.${name}`, 2, low, high);
    return { ini: from, max: to };
  };
  return {
    days: [initial, development, midDays, late],
    kc: { ini, mid, end },
    roots: pair("Zr", 0.01, 10),
    height: mode === "dual" || crop.h !== undefined ? pair("h", 0, 30) : { ini: Number.NaN, max: Number.NaN },
    p: reader.number(crop.p, "crop.p", 0.05, 0.95),
  };
}

function readSoil(reader: Reader, soil: Json, mode: Scenario["mode"], note: (words: string) => void): Scenario["soil"] {
  reader.onlyKeys(soil, ["thetaFC", "thetaWP", "theta0", "Ze", "REW", "CN2", "texture"], "soil.");
  if (mode === "single")
    for (const name of ["Ze", "REW"]) if (soil[name] !== undefined) note(text.note.unused(`soil.${name}`, mode));
  const fc = reader.number(soil.thetaFC, "soil.thetaFC", 0.01, 0.9);
  const wp = reader.number(soil.thetaWP, "soil.thetaWP", 0, 0.9);
  if (wp >= fc) reader.fail("soil.thetaWP", text.order("thetaWP", "thetaFC"));
  const texture = soil.texture;
  if (texture !== undefined && !(String(texture) in TABLE_19))
    reader.fail("soil.texture", text.oneOf(Object.keys(TABLE_19)));
  return {
    fc,
    wp,
    theta0: reader.optionalNumber(soil.theta0, "soil.theta0", 0, 0.9),
    ze: reader.optionalNumber(soil.Ze, "soil.Ze", 0.01, 0.5),
    rew: reader.optionalNumber(soil.REW, "soil.REW", 0, 50),
    cn2: reader.optionalNumber(soil.CN2, "soil.CN2", 1, 100),
    texture: texture as Texture | undefined,
  };
}

function readOptions(reader: Reader, source: Json, columns: readonly string[]): Scenario["options"] {
  const options = source.options === undefined ? {} : reader.object(source.options, "options");
  reader.onlyKeys(
    options,
    ["p_constant", "runoff", "capillary_rise", "kc_climate_adjustment", "et0_source"],
    "options.",
  );
  if (options.et0_source !== undefined) reader.string(options.et0_source, "options.et0_source");
  const read = (name: string) => reader.boolean(options[name], `options.${name}`);
  const result = {
    pConstant: read("p_constant"),
    runoff: read("runoff"),
    capillaryRise: read("capillary_rise"),
    climate: read("kc_climate_adjustment"),
  };
  if (result.runoff && !columns.includes("Runoff") && (source.soil as Json)?.CN2 === undefined)
    reader.fail("options.runoff", text.needsCurveNumber);
  if (!result.runoff && columns.includes("Runoff"))
    reader.fail("columns", text.needsOption("Runoff", "options.runoff"));
  if (result.capillaryRise && !columns.includes("CR"))
    reader.fail("options.capillary_rise", text.needsColumn("options.capillary_rise", "CR"));
  if (!result.capillaryRise && columns.includes("CR"))
    reader.fail("columns", text.needsOption("CR", "options.capillary_rise"));
  return result;
}

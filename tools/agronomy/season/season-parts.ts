import type { RootDepths } from "@lamina/agronomy/crop/root-growth";
import type { Json, Reader } from "../input/reader.ts";
import { text } from "../input/text.ts";
import type { Scenario } from "./scenario.ts";

/** Required start of the unit of an input, where the file states one; its first word suffices. */
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

/** Rejects a file that states other units than this program's. */
export function readUnits(reader: Reader, value: unknown): void {
  if (value === undefined) return;
  const units = reader.object(value, "units");
  for (const [name, expected] of Object.entries(UNITS)) {
    const unit = units[name];
    if (unit !== undefined && unit !== expected.split(" ")[0] && !String(unit).startsWith(expected))
      reader.fail(`units.${name}`, text.unit(unit, expected));
  }
}

/** The place where the weather is measured, and the reference surface. */
export function readSite(reader: Reader, site: Json): Scenario["site"] {
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

/** Stages, coefficients of the mode, roots, height and p. */
export function readCrop(
  reader: Reader,
  crop: Json,
  mode: Scenario["mode"],
  note: (words: string) => void,
): Scenario["crop"] {
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

/** The switches; rejects one without its data, and data without its switch. */
export function readOptions(reader: Reader, source: Json, columns: readonly string[]): Scenario["options"] {
  const options = source.options === undefined ? {} : reader.object(source.options, "options");
  reader.onlyKeys(
    options,
    ["p_constant", "runoff", "capillary_rise", "kc_climate_adjustment", "subsoil", "et0_source"],
    "options.",
  );
  if (options.et0_source !== undefined) reader.string(options.et0_source, "options.et0_source");
  const read = (name: string) => reader.boolean(options[name], `options.${name}`);
  const result = {
    pConstant: read("p_constant"),
    runoff: read("runoff"),
    capillaryRise: read("capillary_rise"),
    climate: read("kc_climate_adjustment"),
    subsoil: read("subsoil"),
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

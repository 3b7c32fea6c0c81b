import { unitsOf as rowsOf, unitRow } from "@lamina/shared/core/convert";

/** Probes that give the water of 100 mm of soil: 1 mm is 1 % vol. Devices name their unit, so that this is of files alone. */
const WATER_OF_100_MM = "mm";

/** Units that convert to the unit of a record, its own first. */
export function unitsOf(unit: string): readonly string[] {
  const names = rowsOf(unit).map(({ name }) => name);
  return unit === "% vol" ? [...names, WATER_OF_100_MM] : names;
}

/** Other spellings, without blanks and capitals, `²` and `³` as digits. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  "°C": ["c", "oc", "degc", "degreec", "celsius", "graus", "grausc"],
  "°F": ["f", "of", "degf", "degreef", "fahrenheit"],
  K: ["kelvin"],
  "%": ["percent", "pct", "porcento", "%rh", "%ur"],
  "0–1": ["frac", "fraction", "fracao", "0-1"],
  "% vol": ["%vol", "%v/v", "vol%", "%vwc", "%volumetrica"],
  "m³/m³": ["m3/m3", "cm3/cm3", "cm3cm-3", "m3m-3", "v/v", "m^3/m^3"],
  mm: [
    "millimeter",
    "millimeters",
    "milimetros",
    "mm/h",
    "mm/dia",
    "mm/day",
    "mmd-1",
    "mm/hora",
    "mm/d",
    "mm/hr",
    "mm/hour",
  ],
  in: ["inch", "inches", "pol", "polegadas", '"', "in/day"],
  "m/s": ["ms-1", "m/seg", "meters/second", "metersper second", "mps", "ms", "m.s-1", "meterspersecond"],
  "km/h": ["kmh", "kph", "km/hr", "kmh-1"],
  mph: ["mi/h", "mp/h", "miles/hour", "milesperhour"],
  kt: ["kts", "knots", "kn", "nos"],
  kPa: ["kilopascal"],
  hPa: ["hectopascal"],
  mbar: ["mb", "millibar", "mbars", "millibars"],
  cbar: ["cb", "centibar", "centibars"],
  inHg: ["inhg", '"hg', "inmercury"],
  "W/m²": [
    "w/m2",
    "wm-2",
    "w/sqm",
    "w.m-2",
    "watts/m2",
    "watt/m2",
    "wm2",
    "wattspermetersquared",
    "w",
    "w/m^2",
    "w/sq.m",
  ],
  "kJ/m²": ["kj/m2", "kjm-2", "kjm2", "kj", "kj/m2h", "kj/m^2"],
  "MJ/m²": [
    "mj/m2",
    "mjm-2",
    "mj/m2/day",
    "mj/m^2/day",
    "mj/m2/dia",
    "mj/m2.dia",
    "mj",
    "mj/m2day",
    "mjm2",
    "mj/m^2",
    "mj/hr",
    "mj/m2hr",
    "mj/m^2/hr",
  ],
  "kWh/m²": ["kwh/m2", "kwh/m2/day", "kw-hr/m^2/day", "kwh/m^2/day", "kw-hr/m2/day", "kwh/m2.dia", "kw-hr/m^2"],
  "Wh/m²": ["wh/m2", "wh/m2/day", "wh/m^2", "w-hr/m^2", "w-hr/m2", "whr/m^2"],
  Ly: ["langley", "langleys", "cal/cm2"],
  "Ly/dia": ["ly/day", "cal/cm2/dia"],
  "dS/m": ["ds/m", "dsm-1"],
  "mS/cm": ["ms/cm"],
  "µS/cm": ["us/cm", "μs/cm"],
  "m³/h": ["m3/h", "m3h-1"],
  "°": ["deg", "degree", "degrees", "gr", "°gr", "degreestrue", "0-360"],
  cm: ["centimeter"],
  m: ["metros", "meters"],
  ft: ["feet"],
  ha: ["hectares"],
  "m²": ["m2"],
};

const plain = (unit: string) =>
  unit
    .toLowerCase()
    .replaceAll("º", "°")
    // Letters that were lost between two encodings.
    .replace(/m[?\uFFFD]/g, "m2")
    .replace(/^\(?[?\uFFFD]+(?=[cf]\)?$|\(gr)/, "°")
    .replace("℃", "°c")
    .replace("℉", "°f")
    .replaceAll("²", "2")
    .replaceAll("³", "3")
    .replace(/[\s[\]]/g, "");

/** Units of records. */
const RECORD_UNITS = [
  "°C",
  "%",
  "% vol",
  "mm",
  "m/s",
  "kPa",
  "W/m²",
  "MJ/m²",
  "dS/m",
  "m³/h",
  "kW",
  "m",
  "cm",
  "ha",
  "°",
];
const NAMES = new Map<string, string>();
for (const target of RECORD_UNITS) for (const unit of unitsOf(target)) NAMES.set(plain(unit), unit);
for (const [unit, spellings] of Object.entries(SPELLINGS)) for (const one of spellings) NAMES.set(plain(one), unit);

/** A unit by any of its spellings; undefined for other words. */
export function unitOf(written: string): string | undefined {
  const one = plain(written);
  return NAMES.get(one) ?? NAMES.get(one.replace(/^\((.*)\)$/, "$1"));
}

/** The unit in the name of a column: `Chuva (mm)`, `Temp - °F`, `BP [mbar]`, `Slr_kJ_Tot`, `AirTC_Avg`. */
export function unitInName(name: string): string | undefined {
  const closed = [...name.matchAll(/[([]([^()[\]]*(?:\([^()]*\))?[^()[\]]*)[)\]]/g)].map(([, inner = ""]) => inner);
  const parts = [...closed.reverse(), ...name.split(/\s[-–]\s|,\s*/).reverse()];
  for (const part of parts) {
    const unit = unitOf(part) ?? unitOf(part.replace(/\(.*/, ""));
    if (unit && part !== name) return unit;
  }
  const tokens = name.split(/[_\s]+/);
  if (tokens.length < 2) return undefined;
  // METER writes the unit first: `m³/m³ Water Content`.
  const leading = /[^a-z\d]/i.test(tokens[0] ?? "") || tokens[0] === "kPa" ? unitOf(tokens[0] ?? "") : undefined;
  if (leading) return leading;
  // Loggers of Campbell: AirTC_Avg, T108_F, SlrkJ_Tot.
  const [, degree] = /T([CF])$/.exec(tokens[0] ?? "") ?? [];
  if (degree) return `°${degree}`;
  const [, energy] = /^Slr(W|kJ|MJ)$/.exec(tokens[0] ?? "") ?? [];
  if (energy) return unitOf(energy);
  return tokens
    .slice(1)
    .filter((token) => token.length > 1 || token === "W" || token === "F")
    .map(unitOf)
    .find(Boolean);
}

/**
 * Converts values of a unit of a file to the unit of the record. Undefined when the two do not measure the same.
 * @param hours the interval of the amounts, such as 0.25 of a file with a row each 15 minutes
 */
export function converter(from: string, to: string, hours = 1): ((value: number) => number) | undefined {
  if (from === to) return (value) => value;
  if (to === "% vol" && from === WATER_OF_100_MM) return (value) => value;
  const found = unitRow(from, to);
  if (!found) return undefined;
  const factor = found.perHour ? found.factor / hours : found.factor;
  // Rounded, because 70.4 °F is not 21.333333333333343 °C for a person.
  return (value) => Number(((found.offset ?? 0) + factor * value).toPrecision(12));
}

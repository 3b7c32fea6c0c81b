/**
 * Conversion of the units that devices and files use to the API's. One table for devices, files and forms; the
 * conversions that agronomy computes with are in `units.ts`.
 */

/** A value in the API's unit. */
interface Quantity {
  value: number;
  unit: string;
}

/** A unit as written, and value = offset + factor · (value in that unit). */
interface UnitRow {
  name: string;
  factor: number;
  offset?: number;
  /** Further spellings. */
  also?: readonly string[];
  /** An amount of an hour: one of another interval is divided by its hours. */
  perHour?: true;
}

/** By the API's unit: the units that convert to it. The first is its own. */
const table: Readonly<Record<string, readonly UnitRow[]>> = {
  "°C": [
    { name: "°C", factor: 1, also: ["celsius", "degc"] },
    { name: "°F", factor: 5 / 9, offset: -160 / 9, also: ["fahrenheit", "degf"] },
    { name: "K", factor: 1, offset: -273.15, also: ["kelvin"] },
  ],
  "m/s": [
    { name: "m/s", factor: 1, also: ["mps"] },
    { name: "km/h", factor: 1 / 3.6, also: ["kmh", "kph"] },
    { name: "mph", factor: 0.44704, also: ["mi/h"] },
    { name: "kt", factor: 1852 / 3600, also: ["kn", "kts", "knot", "knots"] },
    { name: "ft/s", factor: 0.3048 },
  ],
  mm: [
    { name: "mm", factor: 1, also: ["l/m2"] },
    { name: "in", factor: 25.4, also: ["inch", "inches", "pol"] },
    { name: "cm", factor: 10 },
  ],
  "W/m²": [
    { name: "W/m²", factor: 1 },
    { name: "kW/m²", factor: 1000 },
    { name: "kJ/m²", factor: 1 / 3.6, perHour: true, also: ["kj/m2h", "kj/m2/h"] },
    { name: "MJ/m²", factor: 1000 / 3.6, perHour: true, also: ["mj/m2h", "mj/m2/h"] },
    { name: "Wh/m²", factor: 1, perHour: true },
    { name: "kWh/m²", factor: 1000, perHour: true },
    { name: "Ly", factor: 41.84 / 3.6, perHour: true },
    { name: "Ly/dia", factor: 0.484259 },
  ],
  kPa: [
    { name: "kPa", factor: 1 },
    { name: "cbar", factor: 1, also: ["cb"] },
    { name: "hPa", factor: 0.1 },
    { name: "mbar", factor: 0.1, also: ["mb"] },
    { name: "Pa", factor: 0.001 },
    { name: "inHg", factor: 3.386389 },
    { name: "mmHg", factor: 0.1333224, also: ["torr"] },
    { name: "bar", factor: 100 },
    { name: "psi", factor: 6.894757 },
    { name: "MPa", factor: 1000 },
  ],
  "% vol": [
    { name: "% vol", factor: 1, also: ["%", "vol%", "percent", "cm3/100cm3"] },
    { name: "m³/m³", factor: 100, also: ["cm3/cm3", "v/v"] },
  ],
  "%": [
    { name: "%", factor: 1, also: ["%rh", "%ur", "percent"] },
    { name: "0–1", factor: 100 },
    { name: "g/kg", factor: 0.1 },
    { name: "dag/kg", factor: 1 },
    { name: "g/dm³", factor: 0.1 },
  ],
  "dS/m": [
    { name: "dS/m", factor: 1 },
    { name: "mS/cm", factor: 1 },
    { name: "µS/cm", factor: 0.001 },
    { name: "mS/m", factor: 0.01 },
    { name: "S/m", factor: 10 },
  ],
  "m³/h": [
    { name: "m³/h", factor: 1 },
    { name: "L/s", factor: 3.6, also: ["lps"] },
    { name: "L/min", factor: 0.06, also: ["lpm"] },
    { name: "L/h", factor: 0.001 },
    { name: "m³/s", factor: 3600 },
    { name: "gpm", factor: 0.2271247, also: ["gal/min"] },
  ],
  "m³": [
    { name: "m³", factor: 1 },
    { name: "L", factor: 0.001, also: ["litros", "liters"] },
    { name: "hL", factor: 0.1 },
    { name: "gal", factor: 0.003785412, also: ["gallons"] },
    { name: "ft³", factor: 0.0283168, also: ["cf"] },
    { name: "ac·ft", factor: 1233.482 },
  ],
  kWh: [
    { name: "kWh", factor: 1 },
    { name: "Wh", factor: 0.001 },
    { name: "MWh", factor: 1000 },
  ],
  h: [
    { name: "h", factor: 1, also: ["hours", "horas"] },
    { name: "min", factor: 1 / 60 },
    { name: "s", factor: 1 / 3600 },
  ],
  kW: [
    { name: "kW", factor: 1 },
    { name: "cv", factor: 0.73549875 },
    { name: "hp", factor: 0.7456999 },
  ],
  m: [
    { name: "m", factor: 1 },
    { name: "cm", factor: 0.01 },
    { name: "mm", factor: 0.001 },
    { name: "ft", factor: 0.3048 },
    { name: "km", factor: 1000 },
  ],
  "°": [{ name: "°", factor: 1, also: ["deg", "graus", "degrees"] }],
  "MJ/m²": [
    { name: "MJ/m²", factor: 1 },
    { name: "kJ/m²", factor: 0.001 },
    { name: "W/m²", factor: 0.0864 },
    { name: "kWh/m²", factor: 3.6 },
    { name: "Wh/m²", factor: 0.0036 },
    { name: "Ly", factor: 0.04184, also: ["Ly/dia"] },
  ],
  cm: [
    { name: "cm", factor: 1 },
    { name: "m", factor: 100 },
    { name: "mm", factor: 0.1 },
    { name: "in", factor: 2.54 },
  ],
  ha: [
    { name: "ha", factor: 1 },
    { name: "m²", factor: 0.0001 },
    { name: "ac", factor: 0.404686 },
  ],
};

/** A unit without the signs by which its spellings differ: `µS/cm` and `uS/cm`, `m³/h` and `m3/h`. */
function plain(unit: string): string {
  const signs: Readonly<Record<string, string>> = { µ: "u", μ: "u", "²": "2", "³": "3", º: "°" };
  const same = unit.trim().replace(/[µμ²³º]/g, (sign) => signs[sign] ?? "");
  return (same.length > 1 ? same.replace("°", "") : same).toLowerCase().replace(/[\s^·.*_()]|-(?=\d)/g, "");
}

const byTarget = new Map(
  Object.entries(table).map(([unit, rows]) => {
    const spellings = rows.flatMap((row) => [row.name, ...(row.also ?? [])].map((name) => [plain(name), row] as const));
    return [unit, new Map(spellings)] as const;
  }),
);

/** The units that can be converted to one of the API, its own first. */
export const unitsOf = (unit: string): readonly Readonly<UnitRow>[] => table[unit] ?? [];

/**
 * A value in another unit as the API's. Without a target, a unit that means several (`mm` of rain or of a level, `%`)
 * is taken in the order of the table: rain, soil moisture.
 * @returns undefined for an unknown unit, or one that is not of this kind
 */
export function convert(value: number, unit: string, target?: string): Quantity | undefined {
  const targets = target === undefined ? byTarget.keys() : [target];
  const written = plain(unit);
  for (const one of targets) {
    const row = byTarget.get(one)?.get(written);
    if (row) return { value: trimmed((row.offset ?? 0) + row.factor * value), unit: one };
  }
  return undefined;
}

/** The row of a unit among those that convert to `target`, by any of its spellings; undefined without one. */
export const unitRow = (unit: string, target: string): Readonly<UnitRow> | undefined =>
  byTarget.get(target)?.get(plain(unit));

/** Without the last digits of a binary fraction: 43.2 °F is 6.222222222 °C. */
const trimmed = (value: number) => Number(value.toPrecision(10));

/**
 * The number at the beginning of a text, and the unit behind it: `"30.11 °C"`, `"0 uS/cm"`, `"-7,5"`.
 * @returns undefined for any other text
 */
export function readQuantity(text: string): { value: number; unit: string | undefined } | undefined {
  const match = /^\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)\s*([a-zµμ°º%].{0,15})?$/i.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]?.replace(",", "."));
  if (!Number.isFinite(value)) return undefined;
  return { value, unit: match[2]?.trim() || undefined };
}

import { convert } from "../core/convert.ts";
import type { Variable } from "../records/telemetry.ts";
import { variableRow } from "../records/variables.ts";

/** Units at the end of a name, `temp_f` and `Temperature (°F)`, as the conversion knows them. */
const units = new Map(
  Object.entries({
    f: "°F",
    degf: "°F",
    fahrenheit: "°F",
    c: "°C",
    degc: "°C",
    celsius: "°C",
    k: "K",
    kelvin: "K",
    in: "in",
    inch: "in",
    mm: "mm",
    cm: "cm",
    m: "m",
    mph: "mph",
    kmh: "km/h",
    kph: "km/h",
    ms: "m/s",
    mps: "m/s",
    kt: "kt",
    kn: "kt",
    knots: "kt",
    hpa: "hPa",
    mbar: "mbar",
    mb: "mbar",
    kpa: "kPa",
    pa: "Pa",
    inhg: "inHg",
    mmhg: "mmHg",
    cb: "cbar",
    cbar: "cbar",
    bar: "bar",
    psi: "psi",
    pct: "%",
    percent: "%",
    m3m3: "m³/m³",
    wm2: "W/m²",
    kwm2: "kW/m²",
    uscm: "µS/cm",
    mscm: "mS/cm",
    dsm: "dS/m",
    lps: "L/s",
    ls: "L/s",
    lpm: "L/min",
    lmin: "L/min",
    lh: "L/h",
    m3h: "m³/h",
    gpm: "gpm",
    l: "L",
    m3: "m³",
    gal: "gal",
    wh: "Wh",
    kwh: "kWh",
    mwh: "MWh",
    h: "h",
    min: "min",
    s: "s",
  }),
);

/** A name without the unit at its end: behind a sign (`wind_km_h`, `Vento (km/h)`) or as a capital (`tempF`). */
function* splits(name: string): Generator<{ base: string; unit: string }> {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9²³]/g, "")
      .replace("²", "2")
      .replace("³", "3");
  const [, inBrackets, bracket] = /^(.+?)\s*[([]([^()[\]]+)[)\]]\s*$/.exec(name) ?? [];
  if (inBrackets !== undefined && bracket !== undefined) yield { base: inBrackets, unit: plain(bracket) };
  const parts = name.split(/[_\s.-]+/);
  for (const length of [1, 2])
    if (parts.length > length)
      yield { base: parts.slice(0, -length).join("_"), unit: plain(parts.slice(-length).join("")) };
  const [, base, capital] = /^(.*[a-z])([CF])$/.exec(name) ?? [];
  if (base !== undefined && capital !== undefined) yield { base, unit: capital.toLowerCase() };
}

/**
 * A meaning of a name whose unit is at its end.
 * @returns undefined where the rest has no meaning, or the unit is not of its kind (`hum_in` is the humidity indoors)
 */
export function withNamedUnit<Meaning extends { variable: Variable }>(
  name: string,
  meaningOf: (name: string) => Meaning | undefined,
): (Meaning & { unit: string }) | undefined {
  for (const { base, unit: written } of splits(name)) {
    const unit = units.get(written);
    const meaning = unit === undefined ? undefined : meaningOf(base);
    if (unit !== undefined && meaning && convert(1, unit, variableRow(meaning.variable).unit))
      return { ...meaning, unit };
  }
  return undefined;
}

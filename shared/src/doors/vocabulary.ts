import type { Variable } from "../records/telemetry.ts";
import { variablesAt } from "../records/variables.ts";
import { withNamedUnit } from "./named-unit.ts";

/** The variable that a field of a device means, and the unit of its number where the text names none. */
export interface Meaning {
  variable: Variable;
  unit?: string;
  depthCm?: number;
}

/**
 * Names of the uploads of weather stations (Ecowitt, Ambient, Weather Underground), which share them, without their
 * units. Those of a console that is set to metric units end with these.
 */
const stationFields = new Map<string, Meaning>(
  Object.entries<Meaning>({
    temp: { variable: "airTemp" },
    humidity: { variable: "airHum" },
    baromabs: { variable: "pressure" },
    winddir: { variable: "windDir" },
    windspeed: { variable: "wind" },
    windgust: { variable: "gust" },
    solarradiation: { variable: "rad" },
    soiltemp: { variable: "soilTemp" },
    soiltemp1: { variable: "soilTemp" },
  }),
);
const stationUnits: Readonly<Record<string, string>> = {
  f: "°F",
  c: "°C",
  in: "in",
  mm: "mm",
  hpa: "hPa",
  mph: "mph",
  kmh: "km/h",
  kph: "km/h",
  ms: "m/s",
};

/** Running totals of rain of a station, the one that lasts longest first; the others repeat it. */
const stationTotals = ["total", "yearly", "monthly", "weekly", "daily", "event"];
/** The same of a gauge without moving parts, in inches. */
const piezoTotals = ["yrain_piezo", "mrain_piezo", "wrain_piezo", "drain_piezo", "erain_piezo"];

export const isStation = (names: readonly string[]): boolean =>
  names.some((name) => name === "PASSKEY" || name === "stationtype") ||
  (names.some((name) => stationMeaning(name)) && names.some((name) => name === "dateutc" || name === "ID"));

/** The meaning of a field of a station: its name, and behind it its unit. */
function stationMeaning(name: string): Meaning | undefined {
  const same = stationFields.get(name);
  if (same) return same;
  const [, base = "", written = ""] = /^(.*?)(f|c|in|hpa|mph|kmh|kph|ms)$/.exec(name) ?? [];
  const meaning = stationFields.get(base);
  // Pressure is in inches of mercury.
  const unit = meaning?.variable === "pressure" && written === "in" ? "inHg" : stationUnits[written];
  return meaning && unit !== undefined ? { ...meaning, unit } : undefined;
}

/** The meanings of a station's fields, by name. */
export function stationMeanings(names: readonly string[]): Map<string, Meaning> {
  const known = names.flatMap((name) => {
    const meaning = stationMeaning(name);
    return meaning ? [[name, meaning] as const] : [];
  });
  const totals = stationTotals.flatMap((span) => [`${span}rainin`, `${span}rainmm`]);
  const total = [...totals.slice(0, 4), piezoTotals[0] ?? "", ...totals.slice(4), ...piezoTotals.slice(1)].find(
    (name) => names.includes(name),
  );
  const unit = total?.endsWith("mm") ? "mm" : "in";
  // One channel of soil moisture is that of the station; several need a mapping that says their depths.
  const [soil, ...further] = names.filter((name) => /^soilmoisture\d$/.test(name));
  return new Map<string, Meaning>([
    ...known,
    ...(total === undefined ? [] : ([[total, { variable: "rainTotal", unit }]] as const)),
    ...(soil === undefined || further.length > 0 ? [] : ([[soil, { variable: "soilMoist" }]] as const)),
  ]);
}

/** Soil Scout writes fractions, and conductivity in dS/m. */
export const soilScout: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["moisture", { variable: "soilMoist", unit: "m³/m³" }],
  ["conductivity", { variable: "ec" }],
]);

/**
 * Names whose numbers have another unit in the decoders of makers than in the product's own form: Milesight writes `ec` in
 * whole µS/cm and `water_level` in whole centimetres.
 */
export function decoderMeaning({
  name,
  path,
  value,
}: {
  name: string;
  path: string;
  value: unknown;
}): Meaning | undefined {
  if (!Number.isInteger(value)) return undefined;
  if (name === "ec" && !/soil/i.test(path)) return { variable: "ec", unit: "µS/cm" };
  return name === "water_level" ? { variable: "level", unit: "cm" } : undefined;
}

/** Names of decoded LoRaWAN payloads and of flat JSON, without signs and in lower case; the first match wins. */
const patterns: readonly (readonly [RegExp, Meaning])[] = [
  [
    /^(soil(water|moist\w*|vwc|hum\w*|umid\w*)|(water|moist\w*|hum\w*|vwc)soil|vwc|moist(ure)?|umidadesolo)\d{0,3}(cm)?$/,
    { variable: "soilMoist" },
  ],
  [/^(soiltemp\w*|temp\w*soil|tempsolo|temperaturasolo)$/, { variable: "soilTemp" }],
  [
    /^(ec|soilec|ecsoil|conduct\w*|soilconduct\w*|electricalconductivity)\d{0,3}(cm)?$/,
    { variable: "ec", unit: "µS/cm" },
  ],
  [/^(soil(water)?tension|tension|matric\w*|watermark|waterpotential)\d{0,3}(cm)?$/, { variable: "soilTension" }],
  [
    /^(airtc?|airtemp(erature)?|temp(erature)?(air|sht|c|out)?|tempc(sht)?|temperature0tc|temperatura(ar)?|tem)$/,
    { variable: "airTemp" },
  ],
  [
    /^(airhum(idity)?|rel(ative)?hum(idity)?|hum(idity)?(air|sht|out)?|humsht|rh|ur|umidade(ar)?)$/,
    { variable: "airHum" },
  ],
  [/^((air|atm\w*|baro\w*)?pressure|barometricpressure|baro(meter)?|pressao)$/, { variable: "pressure" }],
  [/^(windgust|gust(speed)?|rajada)$/, { variable: "gust" }],
  [/^(winddir(ection)?(deg|angle)?|winddirdeg|direcaovento)$/, { variable: "windDir" }],
  [/^(wind(speed|spd)?(avg)?|vento)$/, { variable: "wind" }],
  [/^(solarrad(iation)?|solar|radiation|irradiance|illuminationwm2|irradiacao|rad|radiacao|tsr)$/, { variable: "rad" }],
  [
    /^(rain(fall)?(total|counter|cumulative|accum\w*|count)|total(rain(fall)?)|precipitationtotal)$/,
    { variable: "rainTotal" },
  ],
  [/^(rain(fall)?|rainmm|precipitation|chuva)$/, { variable: "rain" }],
  [
    /^((water|flow)?(volume|totali[sz]er|meter(reading|count)?)|(flow|water|volume)(total|count(er)?|cumulative|accum\w*)|total(flow|volume|water)|watervolume|totalizador|hidrometro|volumeacumulado)(m3)?$/,
    { variable: "flowTotal" },
  ],
  [
    /^((active)?energy(total|counter|cumulative|active|import(ed)?)?|total(active)?energy|energia(total|ativa|acumulada)?|consumo(energia)?)(kwh)?$/,
    { variable: "energyTotal" },
  ],
  [
    /^(hourmeter|(run|running|operating|working|engine|pump)(hours|time)(total|count(er)?)?|horimetro|hours(run|total)|horastrabalhadas)(h)?$/,
    { variable: "hourMeter" },
  ],
  [/^(flow(rate)?|vazao)$/, { variable: "flow" }],
  [/^((water)?level|nivel)$/, { variable: "level" }],
];

/** Variables of the soil, which have depths. */
const soilVariables: readonly Variable[] = [...variablesAt("soil-water"), ...variablesAt("soil")];
export const isInSoil = (variable: Variable): boolean => soilVariables.includes(variable);

/** The variable that a name means, with the depth (`moisture_20cm`) or the unit (`temp_f`) in it. */
export function meaningOf(name: string): Meaning | undefined {
  // Loggers add the kind of their sample, and some devices the number of its channel.
  const bare = name.replace(/_(avg|smp|tot)$/i, "").replace(/[_ ]?sensor$/i, "");
  return depthMeaning(bare) ?? withNamedUnit(bare, plainMeaning) ?? stationMeaning(bare) ?? plainMeaning(bare);
}

const NUMBERED = /^(.*?[a-z])[@_\s-]*(\d{1,3})\s*(cm)?$/i;

/** The depth at the end of a name, cm: `moisture_20cm`, `vwc_20`, `VWC20`. A lower number is that of a channel. */
export function depthIn(name: string): number | undefined {
  const [, , number, cm] = NUMBERED.exec(name) ?? [];
  return number !== undefined && (cm !== undefined || Number(number) >= MIN_DEPTH) ? Number(number) : undefined;
}

function depthMeaning(name: string): Meaning | undefined {
  const [, base, , cm] = NUMBERED.exec(name) ?? [];
  const meaning = base === undefined ? undefined : (withNamedUnit(base, plainMeaning) ?? plainMeaning(base));
  const depthCm = depthIn(name);
  if (meaning === undefined || depthCm === undefined) return meaning;
  return cm !== undefined || isInSoil(meaning.variable) ? { ...meaning, depthCm } : meaning;
}

/** cm; probes begin here, and have fewer channels. */
const MIN_DEPTH = 10;

function plainMeaning(name: string): Meaning | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return patterns.find(([pattern]) => pattern.test(plain))?.[1];
}

import type { Variable } from "../records/telemetry.ts";

/** The variable that a field of a device means, and the unit of its number where the text names none. */
export interface Meaning {
  variable: Variable;
  unit?: string;
  depthCm?: number;
}

/** Names of the uploads of weather stations (Ecowitt, Ambient, Weather Underground), which share them. */
const stationFields: Readonly<Record<string, Meaning>> = {
  tempf: { variable: "airTemp", unit: "°F" },
  humidity: { variable: "airHum" },
  baromabsin: { variable: "pressure", unit: "inHg" },
  winddir: { variable: "windDir" },
  windspeedmph: { variable: "wind", unit: "mph" },
  windgustmph: { variable: "gust", unit: "mph" },
  solarradiation: { variable: "rad" },
  soiltemp1f: { variable: "soilTemp", unit: "°F" },
  soiltempf: { variable: "soilTemp", unit: "°F" },
};

/** Running totals of rain of a station, the one that lasts longest first; the others repeat it. */
const stationTotals = [
  "totalrainin",
  "yearlyrainin",
  "yrain_piezo",
  "monthlyrainin",
  "dailyrainin",
  "drain_piezo",
  "weeklyrainin",
  "eventrainin",
];

export const isStation = (names: readonly string[]): boolean =>
  names.some((name) => meaningByName.has(name)) &&
  names.some((name) => name === "PASSKEY" || name === "stationtype" || name === "dateutc" || name === "ID");

const meaningByName = new Map(Object.entries(stationFields));

/** The meanings of a station's fields, by name. */
export function stationMeanings(names: readonly string[]): Map<string, Meaning> {
  const known = names.flatMap((name) => {
    const meaning = meaningByName.get(name);
    return meaning ? [[name, meaning] as const] : [];
  });
  const total = stationTotals.find((name) => names.includes(name));
  return new Map(total ? [...known, [total, { variable: "rainTotal", unit: "in" }] as const] : known);
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
  [/^(airtemp(erature)?|temp(erature)?(air|sht|c|out)?|tempc(sht)?|temperatura(ar)?)$/, { variable: "airTemp" }],
  [
    /^(airhum(idity)?|rel(ative)?hum(idity)?|hum(idity)?(air|sht|out)?|humsht|rh|ur|umidade(ar)?)$/,
    { variable: "airHum" },
  ],
  [/^((air|atm\w*|baro\w*)?pressure|baro(meter)?|pressao)$/, { variable: "pressure" }],
  [/^(windgust|gust(speed)?|rajada)$/, { variable: "gust" }],
  [/^(winddir(ection)?(deg)?|winddirdeg|direcaovento)$/, { variable: "windDir" }],
  [/^(wind(speed|spd)?(avg)?|vento)$/, { variable: "wind" }],
  [/^(solarrad(iation)?|solar|radiation|irradiance|illuminationwm2|rad|radiacao)$/, { variable: "rad" }],
  [
    /^(rain(fall)?(total|counter|cumulative|accum\w*|count)|total(rain(fall)?)|precipitationtotal)$/,
    { variable: "rainTotal" },
  ],
  [/^(rain(fall)?|precipitation|chuva)$/, { variable: "rain" }],
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

/** The variable that a name means, with the depth in it (`moisture_20cm`). */
export function meaningOf(name: string): Meaning | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const depth = /(\d{1,3})cm$/.exec(plain)?.[1];
  const bare = plain.replace(/\d{1,3}cm$/, "");
  const meaning = patterns.find(([pattern]) => pattern.test(bare))?.[1];
  return meaning && (depth === undefined ? meaning : { ...meaning, depthCm: Number(depth) });
}

import { isObject } from "./leaves.ts";
import type { Meaning } from "./vocabulary.ts";

/** Fields of WeatherLink v2 by variable, the best first. Temperatures are in °F, wind in mph, pressure in inHg. */
const fields: readonly (readonly [meaning: Meaning, names: readonly string[]])[] = [
  [{ variable: "airTemp", unit: "°F" }, ["temp", "temp_out"]],
  [{ variable: "airHum" }, ["hum", "hum_out"]],
  [
    { variable: "wind", unit: "mph" },
    ["wind_speed_avg_last_10_min", "wind_speed_10_min_avg", "wind_speed_avg", "wind_speed_last", "wind_speed"],
  ],
  [{ variable: "gust", unit: "mph" }, ["wind_speed_hi_last_10_min", "wind_gust_10_min", "wind_speed_hi"]],
  [{ variable: "windDir" }, ["wind_dir_scalar_avg_last_10_min", "wind_dir_last", "wind_dir"]],
  [{ variable: "rad" }, ["solar_rad", "solar_rad_avg"]],
  [{ variable: "pressure", unit: "inHg" }, ["bar_absolute", "abs_press"]],
  [{ variable: "rainTotal" }, ["rainfall_year_mm", "rain_year_mm", "rainfall_month_mm", "rain_month_mm"]],
  [{ variable: "rainTotal", unit: "in" }, ["rainfall_year_in", "rain_year_in"]],
  [{ variable: "rainTotal" }, ["rainfall_monthly_mm", "rainfall_day_mm", "rain_day_mm"]],
  [{ variable: "rainTotal", unit: "in" }, ["rainfall_monthly_in", "rainfall_day_in", "rain_day_in"]],
  [{ variable: "soilTemp", unit: "°F" }, ["temp_soil_1", "temp_1"]],
  [{ variable: "soilTension", unit: "cbar" }, ["moist_soil_1"]],
];

/** Names of historic records alone, whose rain is that of their interval. */
const historicFields: typeof fields = [
  [{ variable: "airTemp", unit: "°F" }, ["temp_avg", "temp_last"]],
  [{ variable: "airHum" }, ["hum_last", "hum_avg"]],
  [{ variable: "rain" }, ["rainfall_mm"]],
  [{ variable: "rain", unit: "in" }, ["rainfall_in"]],
];

interface WeatherLinkValue {
  meaning: Meaning;
  path: string;
  name: string;
  value: unknown;
  /** Seconds since the epoch. */
  ts: unknown;
  field: string;
}

/** Whether a message is an answer of WeatherLink v2 with current or historic conditions. */
export const isWeatherLink = (message: Readonly<Record<string, unknown>>): boolean =>
  message.station_id !== undefined && Array.isArray(message.sensors);

/** mm of a count of rain by the size of the spoon, as WeatherLink Live names it. */
const SPOONS: Readonly<Record<number, number>> = { 1: 0.254, 2: 0.2, 3: 0.1, 4: 0.0254 };

/** An answer of WeatherLink v2, also of a WeatherLink Live in the local network, in the form of the former. */
export function ofWeatherLink(message: Readonly<Record<string, unknown>>): typeof message | undefined {
  if (isWeatherLink(message)) return message;
  const { data } = message;
  if (!isObject(data) || !Array.isArray(data.conditions)) return undefined;
  const sensors = data.conditions.filter(isObject).map((one) => {
    const spoon = SPOONS[Number(one.rain_size)];
    const rain = spoon !== undefined && typeof one.rainfall_year === "number" && spoon * one.rainfall_year;
    return { data: [{ ...one, ts: data.ts, ...(rain !== false && { rainfall_year_mm: rain }) }] };
  });
  return { station_id: data.did, sensors };
}

/** The newest measured values of an answer of WeatherLink v2: of each variable the best field that has a value. */
export function weatherLinkValues({ sensors }: Readonly<Record<string, unknown>>): WeatherLinkValue[] {
  const all = (Array.isArray(sensors) ? sensors : []).flatMap((sensor, at) => {
    const data: readonly unknown[] = isObject(sensor) && Array.isArray(sensor.data) ? sensor.data : [];
    const last = data[data.length - 1];
    return isObject(last) ? [{ record: last, path: `sensors.${at}.data.${data.length - 1}` }] : [];
  });
  // An AirLink measures the air of its place, often at a house: the station's own counts before it.
  const isAirLink = ({ record }: (typeof all)[number]) => "pm_1" in record || "pm_2p5" in record;
  const records = [...all.filter((one) => !isAirLink(one)), ...all.filter(isAirLink)];
  const values: WeatherLinkValue[] = [];
  for (const [meaning, names] of fields) {
    if (values.some((one) => one.meaning.variable === meaning.variable)) continue;
    const found = names
      .flatMap((name) => records.map(({ record, path }) => ({ name, path, value: record[name], ts: record.ts })))
      .find(({ value }) => value !== undefined && value !== null);
    if (found) values.push({ meaning, ...found, path: `${found.path}.${found.name}`, field: `${found.path}.ts` });
  }
  return values;
}

/** All records of an answer of WeatherLink v2 as a table: a row for each moment, and a column for each variable. */
export function weatherLinkTable({ sensors }: Readonly<Record<string, unknown>>): {
  columns: readonly Meaning[];
  rows: readonly { ts: unknown; values: readonly unknown[] }[];
} {
  const rows = new Map<unknown, Map<string, unknown>>();
  const columns = new Map<string, Meaning>();
  const keyOf = ({ variable, unit = "" }: Meaning) => `${variable} ${unit}`;
  for (const sensor of Array.isArray(sensors) ? sensors : [])
    for (const record of isObject(sensor) && Array.isArray(sensor.data) ? sensor.data.filter(isObject) : []) {
      const row = rows.get(record.ts) ?? new Map<string, unknown>();
      rows.set(record.ts, row);
      for (const [meaning, names] of [...fields, ...historicFields]) {
        const name = names.find((one) => record[one] !== undefined && record[one] !== null);
        const isKnown = [...row.keys()].some((key) => key.startsWith(`${meaning.variable} `));
        if (name === undefined || isKnown) continue;
        row.set(keyOf(meaning), record[name]);
        columns.set(keyOf(meaning), meaning);
      }
    }
  return {
    columns: [...columns.values()],
    rows: [...rows].map(([ts, row]) => ({ ts, values: [...columns.keys()].map((key) => row.get(key)) })),
  };
}

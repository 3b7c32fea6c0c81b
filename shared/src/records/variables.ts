import { keysOf } from "../core/keys.ts";

/**
 * The catalogue of sensor variables: the API's unit, the range of a working sensor, the aggregation and the place of
 * measurement. The contract, the checks of readings, the series, the charts and the set-up follow from it. A new
 * variable is a row here, its word in the client's `features/setup/devices/text.ts`, and a line in `reference/docs/telemetry.md`.
 */
interface VariableRow {
  unit: string;
  /** Physical range: wider than Brazil's records, narrower than a broken sensor. */
  range: readonly [min: number, max: number];
  /** Whether it may keep one value for days, as a closed valve does. */
  rests?: boolean;
  /**
   * How it aggregates over time. The default is the mean. A `direction` is averaged as a vector; an `amount` since the
   * last reading is summed; a `total` only grows, and its increases are the amounts; a `rate` per hour applies to the
   * device's interval and sums to an amount.
   */
  aggregate?: "direction" | "amount" | "total" | "rate";
  /** Of a total. */
  total?: TotalRow;
  place: "air" | "soil-water" | "soil" | "water";
}

/** How a running total counts, in its unit. */
interface TotalRow {
  /** The variable as which a device sends it that does not know how its sensor is recorded. */
  sentAs?: "rain" | "flow";
  /**
   * Maximum growth in an hour, and at once, because some counters step coarsely. More after a restart is the
   * history of another counter; of all totals but rain, whose days are judged, more is never an amount.
   */
  mostPerHour: number;
  mostAtOnce: number;
  /** A fall up to this value and up to 10 % is rounding, because gateways round and convert units. */
  noise: number;
  /** Whether the growth of a gap is spread over its hours, because it is nearly even, as that of rain is not. */
  spreads?: true;
}

const variables = {
  airTemp: { unit: "°C", range: [-20, 55], place: "air" },
  // Hygrometers read a little above saturation; the day clips it to 100.
  airHum: { unit: "%", range: [0, 105], place: "air" },
  rain: { unit: "mm", range: [0, 200], rests: true, aggregate: "amount", place: "air" },
  // A device's total covers a day, an event, a year or its whole life.
  rainTotal: {
    unit: "mm",
    range: [0, 100_000],
    rests: true,
    aggregate: "total",
    total: { sentAs: "rain", mostPerHour: 150, mostAtOnce: 40, noise: 0.5 },
    place: "air",
  },
  wind: { unit: "m/s", range: [0, 60], place: "air" },
  windDir: { unit: "°", range: [0, 360], aggregate: "direction", place: "air" },
  gust: { unit: "m/s", range: [0, 90], place: "air" },
  // Pyranometers read below zero at night; the day clips it to 0.
  rad: { unit: "W/m²", range: [-150, 1600], place: "air" },
  // From 5,000 m to below the sea: a value in hPa or mbar is outside.
  pressure: { unit: "kPa", range: [50, 110], place: "air" },
  // No soil is drier than 1 %: a lower value is a fraction (m³/m³), or a probe in the air.
  soilMoist: { unit: "% vol", range: [1, 70], place: "soil-water" },
  soilTension: { unit: "kPa", range: [0, 250], place: "soil-water" },
  soilTemp: { unit: "°C", range: [-10, 70], place: "soil" },
  ec: { unit: "dS/m", range: [0, 30], place: "soil" },
  flow: { unit: "m³/h", range: [0, 5000], rests: true, aggregate: "rate", place: "water" },
  flowTotal: {
    unit: "m³",
    range: [0, 1e9],
    rests: true,
    aggregate: "total",
    total: { sentAs: "flow", mostPerHour: 5000, mostAtOnce: 1000, noise: 1, spreads: true },
    place: "water",
  },
  energyTotal: {
    unit: "kWh",
    range: [0, 1e9],
    rests: true,
    aggregate: "total",
    total: { mostPerHour: 3000, mostAtOnce: 500, noise: 1, spreads: true },
    place: "water",
  },
  // Some hour meters step by whole hours.
  hourMeter: {
    unit: "h",
    range: [0, 1e6],
    rests: true,
    aggregate: "total",
    total: { mostPerHour: 1, mostAtOnce: 1, noise: 0.1, spreads: true },
    place: "water",
  },
  level: { unit: "m", range: [0, 100], rests: true, place: "water" },
} as const satisfies Readonly<Record<string, VariableRow>>;

type VariableName = keyof typeof variables;

export const variableNames = keysOf(variables);

/** A variable's row, typed with all optional fields. */
export function variableRow(name: VariableName): VariableRow {
  return variables[name];
}

/** Variables that are measured at a place, such as those of soil water. */
export function variablesAt(place: VariableRow["place"]): VariableName[] {
  return variableNames.filter((name) => variables[name].place === place);
}

/** Variables of rain gauges: the amount since the last reading, or a running total. */
export const RAIN_VARIABLES = ["rain", "rainTotal"] as const satisfies readonly VariableName[];

/** Whether a variable is measured by a rain gauge. */
export const isRain = (name: string): boolean => RAIN_VARIABLES.some((variable) => variable === name);

/** Variables of flow meters: the flow, or the volume that passed. */
export const FLOW_VARIABLES = ["flow", "flowTotal"] as const satisfies readonly VariableName[];

/** The running total of what a variable measures, such as of rain. */
export const totalOf = (name: VariableName): VariableName | undefined =>
  variableNames.find((one) => variableRow(one).total?.sentAs === name);

import type { Finding } from "@lamina/agronomy/weather/hours";
import {
  type DayPlace,
  type StationDay,
  type StationHours,
  stationDay,
  type VariableReport,
} from "@lamina/agronomy/weather/station-day";
import type { RainState } from "@lamina/shared/records/weather";

/** A day's weather as far as sensors measured it: °C, %, m/s at 2 m, MJ/m², mm. Rain of a part of the day is its lower bound. */
export interface ObservedDay extends StationDay {
  rain?: number;
}

/** Inputs of a day's weather and the variable that each is taken from. */
export const VARIABLE_OF = {
  tMax: "airTemp",
  tMin: "airTemp",
  tMean: "airTemp",
  rhMax: "airHum",
  rhMin: "airHum",
  rhMean: "airHum",
  wind2m: "wind",
  rad: "rad",
} as const;
/** Means and sums take all hours; an extreme is told by the hours in which it falls. */
export const TAKE_ALL_HOURS: readonly string[] = ["tMean", "rhMean", "wind2m", "rad"];
type Input = keyof typeof VARIABLE_OF;
const INPUTS = Object.keys(VARIABLE_OF) as Input[];

/** What a gauge collected on a day, and in how many of its hours it was heard. */
interface GaugeRain {
  mm: number;
  hours: number;
}

/** One device's day: its hours with their margins, its rain. */
export interface DeviceDay {
  deviceId: string;
  /** Height of the device above the ground, m; null where nobody gave one. */
  heightM: number | null;
  hours: StationHours;
  rain?: GaugeRain;
}

/** A device's day as judged. */
export interface JudgedDay {
  deviceId: string;
  day: StationDay;
  reports: Partial<Record<"airTemp" | "airHum" | "wind" | "rad", VariableReport>>;
  rain?: GaugeRain;
}

/** A farm's day: the best of its devices for each input. */
export interface FarmDayObserved {
  weather: ObservedDay;
  /** Inputs of which some hours were made up from those beside them. */
  bridged: Input[];
  rainState: Extract<RainState, "measured" | "incomplete" | "missing">;
  /** The device that measured each input. */
  sources: Record<string, string>;
  devices: JudgedDay[];
}

/** No anemometer stands lower, m, and Eq. 47 of FAO-56 makes no sense near the ground: a lower height is not that of the wind. */
const LOWEST_ANEMOMETER_M = 0.5;
/** Where anemometers of farms stand, m. */
const USUAL_ANEMOMETER_M = 2;
/** A gauge that was heard in fewer hours may have missed rain: a single message is lost now and then. */
const WHOLE_DAY_HOURS = 23;

/** Whether what a gauge collected is all that fell. */
export const rainStateOf = ({ hours }: GaugeRain): "measured" | "incomplete" =>
  hours >= WHOLE_DAY_HOURS ? "measured" : "incomplete";

/**
 * The day as the devices of a farm saw it. The farm's station speaks for each input where it can, else the device with the most
 * hours. @param stationId the farm's station, where it names one
 */
export function observeDay(
  devices: readonly DeviceDay[],
  place: Omit<DayPlace, "windHeightM">,
  stationId: string | null = null,
): FarmDayObserved {
  const judged = devices.map(({ deviceId, heightM, hours, rain }): JudgedDay => {
    const windHeightM = heightM !== null && heightM >= LOWEST_ANEMOMETER_M ? heightM : USUAL_ANEMOMETER_M;
    return { deviceId, ...stationDay(hours, { ...place, windHeightM }), ...(rain && { rain }) };
  });
  const ranked = (hoursOf: (device: JudgedDay) => number) =>
    judged.toSorted(
      (one, other) =>
        Number(other.deviceId === stationId) - Number(one.deviceId === stationId) || hoursOf(other) - hoursOf(one),
    );
  const weather: ObservedDay = {};
  const sources: Record<string, string> = {};
  const bridged: Input[] = [];
  for (const input of INPUTS) {
    const variable = VARIABLE_OF[input];
    const best = ranked(({ reports }) => reports[variable]?.hours ?? 0).find(({ day }) => day[input] !== undefined);
    if (best === undefined) continue;
    weather[input] = best.day[input] as number;
    sources[input] = best.deviceId;
    if (TAKE_ALL_HOURS.includes(input) && best.reports[variable]?.bridged) bridged.push(input);
  }
  const gauge = ranked(({ rain }) => rain?.hours ?? 0).filter(({ rain }) => rain !== undefined);
  const whole = gauge.find(({ rain }) => rain && rainStateOf(rain) === "measured") ?? gauge[0];
  if (whole?.rain === undefined) return { weather, bridged, rainState: "missing", sources, devices: judged };
  const rainState = rainStateOf(whole.rain);
  sources.rain = whole.deviceId;
  return { weather: { ...weather, rain: whole.rain.mm }, bridged, rainState, sources, devices: judged };
}

/** Findings that refuse hours, apart from those that only note something. */
export const isRefusal = ({ flag }: Finding): boolean => flag !== "gap" && flag !== "clipped";

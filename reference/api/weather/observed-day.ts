import type { Finding } from "@lamina/agronomy/weather/hours";
import {
  type DayPlace,
  type StationDay,
  type StationHours,
  stationDay,
  type VariableReport,
} from "@lamina/agronomy/weather/station-day";
import { keysOf } from "@lamina/shared/core/keys";
import type { RainDoubt, RainState } from "@lamina/shared/records/weather";

/** The measured weather of a day: °C, %, m/s at 2 m, MJ/m², mm. Rain of a part of the day is a lower bound. */
export interface ObservedDay extends StationDay {
  rain?: number;
}

/** Inputs of a day's weather, each with its variable. */
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
/** Means and sums need all hours; an extreme needs only the hours in which it falls. */
export const TAKE_ALL_HOURS: readonly string[] = ["tMean", "rhMean", "wind2m", "rad"];
type Input = keyof typeof VARIABLE_OF;
const INPUTS = keysOf(VARIABLE_OF);

/** Rain of a gauge on a day, and the number of hours with readings. */
interface GaugeRain {
  mm: number;
  hours: number;
}

/** One device's day: its hours with their margins, and its rain. */
export interface DeviceDay {
  deviceId: string;
  /** Height of the device above the ground, m; null when unknown. */
  heightM: number | null;
  hours: StationHours;
  rain?: GaugeRain | undefined;
  /** Why its rain is not believed; then it has none. */
  doubt?: RainDoubt;
}

/** A device's day after its checks. */
export interface CheckedDay {
  deviceId: string;
  day: StationDay;
  reports: Partial<Record<"airTemp" | "airHum" | "wind" | "rad", VariableReport>>;
  rain?: GaugeRain;
  doubt?: RainDoubt;
}

/** A farm's day: the best of its devices for each input. */
export interface FarmDayObserved {
  weather: ObservedDay;
  /** Inputs with interpolated hours. */
  bridged: Input[];
  rainState: Extract<RainState, "measured" | "incomplete" | "missing" | "doubted">;
  /** The device that measured each input. */
  sources: Record<string, string>;
  devices: CheckedDay[];
}

/**
 * Minimum height of an anemometer, m: a lower height must be another device's, and Eq. 47 of FAO-56 is not valid near
 * the ground.
 */
const LOWEST_ANEMOMETER_M = 0.5;
/** Usual height of a farm's anemometer, m. */
const USUAL_ANEMOMETER_M = 2;

/** Height of a device's wind, m: the usual one where it has none that is possible. */
export const anemometerHeight = (heightM: number | null) =>
  heightM !== null && heightM >= LOWEST_ANEMOMETER_M ? heightM : USUAL_ANEMOMETER_M;
/** Minimum hours with readings for a complete day of rain: a single message is sometimes lost. */
const WHOLE_DAY_HOURS = 23;

/** Whether a gauge measured all of the day's rain. */
export const rainStateOf = ({ hours }: GaugeRain): "measured" | "incomplete" =>
  hours >= WHOLE_DAY_HOURS ? "measured" : "incomplete";

/**
 * A farm's day from its devices. The farm's station provides each input if it can, else the device with the most hours.
 * @param stationId the farm's station, if it names one
 */
export function observeDay(
  devices: readonly DeviceDay[],
  place: Omit<DayPlace, "windHeightM">,
  stationId: string | null = null,
): FarmDayObserved {
  const checked = devices.map(({ deviceId, heightM, hours, rain, doubt }): CheckedDay => {
    const windHeightM = anemometerHeight(heightM);
    return {
      deviceId,
      ...stationDay(hours, { ...place, windHeightM }),
      ...(rain && { rain }),
      ...(doubt && { doubt }),
    };
  });
  const ranked = (hoursOf: (device: CheckedDay) => number) =>
    checked.toSorted(
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
  // Doubted rain of the farm's own station is not replaced by that of another gauge.
  const doubted = checked.find(({ doubt, deviceId }) => doubt && (deviceId === stationId || whole === undefined));
  if (whole?.rain === undefined || doubted !== undefined)
    return { weather, bridged, rainState: doubted ? "doubted" : "missing", sources, devices: checked };
  const rainState = rainStateOf(whole.rain);
  sources.rain = whole.deviceId;
  return { weather: { ...weather, rain: whole.rain.mm }, bridged, rainState, sources, devices: checked };
}

/** Findings that refuse hours, unlike those that are only notes. */
export const isRefusal = ({ flag }: { flag: Finding["flag"] | "doubted" }): boolean =>
  flag !== "gap" && flag !== "clipped";

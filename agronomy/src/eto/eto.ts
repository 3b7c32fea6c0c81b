import {
  meanSaturationVapourPressure,
  meanTemperature,
  pressureAt,
  psychrometricConstant,
  vapourPressureSlope,
} from "./atmosphere.ts";
import { daylightHours, extraterrestrialRadiation } from "./extraterrestrial.ts";
import { actualVapourPressure, type HumidityRecord, type HumiditySource } from "./humidity.ts";
import { FAO56, type LongwaveConvention } from "./longwave-convention.ts";
import { ALFALFA_DAY, GRASS_DAY, hargreaves, penmanMonteith } from "./penman-monteith.ts";
import {
  ANGSTROM_A,
  ANGSTROM_B,
  clearSkyRadiation,
  KRS,
  netShortwave,
  solarRadiationFromSunshine,
  solarRadiationFromTemperature,
} from "./radiation.ts";
import { SOIL_HEAT_FLUX_DAY } from "./soil-heat-flux.ts";
import { DEFAULT_WIND_2M, windAt2m } from "./wind.ts";

/** The place where the weather is measured. */
export interface WeatherSite {
  /** Decimal degrees, south negative. */
  latitudeDeg: number;
  /** m above the sea. */
  altitudeM: number;
  /** Height of the anemometer above the ground, m. */
  windHeightM?: number;
}

/** The weather of one day; only the temperature extremes are required. */
export interface DailyWeather extends HumidityRecord {
  /** 1 to 366. */
  dayOfYear: number;
  tMax: number;
  tMin: number;
  tMean?: number | undefined;
  /** Solar radiation, MJ/(m²·d). */
  rad?: number | undefined;
  /** Hours of bright sunshine, h. */
  sunshineHours?: number | undefined;
  /** Mean wind speed at the anemometer's height, m/s. */
  wind?: number | undefined;
}

export interface EtoOptions {
  /** Ångström constants (FAO-56 Eq. 35) and k_Rs (Eq. 50), for sites with calibrated ones. */
  angstrom?: { a: number; b: number };
  krs?: number;
  /** Tmin − dew point, °C, without measured humidity (FAO-56 Eq. 48; 2 in arid places). */
  dewPointDepression?: number;
  /** Wind at 2 m in m/s without a measurement. */
  defaultWind2m?: number;
  /** Soil heat flux, MJ/(m²·d), for monthly means (FAO-56 Eq. 43, 44). */
  soilHeatFlux?: number;
  /** How net longwave radiation treats an overcast day. */
  longwave?: LongwaveConvention;
  /** Reference surface: grass (ETo) or alfalfa (ETr, ASCE 2005). */
  surface?: "grass" | "alfalfa";
  /** With temperature alone: Hargreaves (Eq. 52), or Penman–Monteith with every other input estimated. */
  temperatureOnly?: "hargreaves" | "pm_estimated";
}

type EtoMethod = "pm" | "pm_estimated" | "hargreaves";

/** The four kinds of input of Penman–Monteith. */
type EtoInput = "temperature" | "humidity" | "radiation" | "wind";

interface EtoResult {
  /** Reference evapotranspiration, mm/d. */
  eto: number;
  method: EtoMethod;
  measured: EtoInput[];
  estimated: EtoInput[];
  humiditySource: HumiditySource;
  radiationSource: "measured" | "sunshine" | "temperature";
  /** All intermediate values, with the paper's symbols: kPa, kPa/°C, MJ/(m²·d), h, m/s. */
  terms: Record<
    "p" | "gamma" | "delta" | "es" | "ea" | "ra" | "daylight" | "rs" | "rso" | "rns" | "rnl" | "rn" | "g" | "u2",
    number
  >;
}

/**
 * Reference evapotranspiration of one day by FAO-56 Penman–Monteith (Eq. 6), with the rules of chapter 3 for missing
 * data: humidity from Tmin (Eq. 48), radiation from sunshine (Eq. 35) or from the temperature range (Eq. 50), wind 2
 * m/s. With temperature alone it falls back to Hargreaves (Eq. 52); the result names the method.
 */
export function dailyEto(site: WeatherSite, weather: DailyWeather, options: EtoOptions = {}): EtoResult {
  const { latitudeDeg, altitudeM, windHeightM = 2 } = site;
  const { tMax, tMin, dayOfYear } = weather;
  const longwave = options.longwave ?? FAO56;
  const tMean = weather.tMean ?? meanTemperature(tMax, tMin);

  const p = pressureAt(altitudeM);
  const gamma = psychrometricConstant(p);
  const delta = vapourPressureSlope(tMean);
  const es = meanSaturationVapourPressure(tMax, tMin);
  const humidity = actualVapourPressure(tMax, tMin, weather, options.dewPointDepression);
  const ea = humidity.ea;

  const ra = extraterrestrialRadiation(latitudeDeg, dayOfYear);
  const daylight = daylightHours(latitudeDeg, dayOfYear);
  const rso = clearSkyRadiation(ra, altitudeM);
  const { rs, source: radiationSource } = solarRadiation(weather, options, ra, daylight, rso);
  const rns = netShortwave(rs);
  const rnl = longwave(tMax, tMin, ea, rs, rso);
  const rn = rns - rnl;
  const g = options.soilHeatFlux ?? SOIL_HEAT_FLUX_DAY;
  const u2 =
    weather.wind === undefined ? (options.defaultWind2m ?? DEFAULT_WIND_2M) : windAt2m(weather.wind, windHeightM);

  const measured: EtoInput[] = ["temperature"];
  const estimated: EtoInput[] = [];
  (humidity.source === "minimumTemperature" ? estimated : measured).push("humidity");
  (radiationSource === "temperature" ? estimated : measured).push("radiation");
  (weather.wind === undefined ? estimated : measured).push("wind");

  const surface = options.surface === "alfalfa" ? ALFALFA_DAY : GRASS_DAY;
  const onlyTemperature = estimated.length === 3;
  const useHargreaves = onlyTemperature && options.temperatureOnly !== "pm_estimated" && options.surface !== "alfalfa";
  const eto = useHargreaves
    ? hargreaves(tMax, tMin, ra, tMean)
    : penmanMonteith({ delta, gamma, rn, g, t: tMean, u2, es, ea }, surface).eto;
  return {
    eto,
    method: useHargreaves ? "hargreaves" : estimated.length > 0 ? "pm_estimated" : "pm",
    measured,
    estimated,
    humiditySource: humidity.source,
    radiationSource,
    terms: { p, gamma, delta, es, ea, ra, daylight, rs, rso, rns, rnl, rn, g, u2 },
  };
}

/** Rs in MJ/(m²·d): measured, else from sunshine (Eq. 35), else from the temperature range (Eq. 50). */
function solarRadiation(weather: DailyWeather, options: EtoOptions, ra: number, daylight: number, rso: number) {
  if (weather.rad !== undefined) return { rs: weather.rad, source: "measured" as const };
  if (weather.sunshineHours !== undefined) {
    const { a, b } = options.angstrom ?? { a: ANGSTROM_A, b: ANGSTROM_B };
    return { rs: solarRadiationFromSunshine(ra, weather.sunshineHours, daylight, a, b), source: "sunshine" as const };
  }
  const krs = options.krs ?? KRS.interior;
  return {
    rs: solarRadiationFromTemperature(ra, weather.tMax, weather.tMin, krs, rso),
    source: "temperature" as const,
  };
}

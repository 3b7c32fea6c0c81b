import { saturationVapourPressure } from "./air.ts";
import { pressureAt, psychrometricConstant, vapourPressureSlope } from "./atmosphere.ts";
import { type ClockPeriod, extraterrestrialRadiationOfPeriod } from "./extraterrestrial.ts";
import { GRASS_HOUR, penmanMonteith } from "./penman-monteith.ts";
import { clearSkyRadiation, netLongwaveHour, netShortwave, relativeShortwave } from "./radiation.ts";
import { soilHeatFluxOfHour } from "./soil-heat-flux.ts";

/** Rs/Rso at night when the evening's is unknown: 0.4–0.6 in humid, 0.7–0.8 in arid places (FAO-56 page 75). */
const NIGHT_RS_RATIO = 0.6;

/** The weather of one hour. */
interface HourlyWeather {
  clock: ClockPeriod;
  altitudeM: number;
  temperature: number;
  rh: number;
  /** Wind speed at 2 m, m/s. */
  wind2m: number;
  /** Solar radiation, MJ/(m²·h); W/m² times 0.0036. */
  rad: number;
  /** Rs/Rso two to three hours before sunset, used through the night. */
  eveningRsRatio?: number;
}

interface HourlyEtoResult {
  eto: number;
  /** Rs/Rso of this hour by day, for the night that follows. */
  rsRatio: number;
  daylight: boolean;
  /** kPa, kPa/°C, MJ/(m²·h). */
  terms: Record<"gamma" | "delta" | "es" | "ea" | "ra" | "rso" | "rns" | "rnl" | "rn" | "g", number>;
}

/** Reference evapotranspiration of one hour (FAO-56 Eq. 53, with es of the hour's mean temperature and Eq. 54 for ea). */
export function hourlyEto(weather: HourlyWeather): HourlyEtoResult {
  const { temperature, rh, wind2m, rad, altitudeM } = weather;
  const gamma = psychrometricConstant(pressureAt(altitudeM));
  const delta = vapourPressureSlope(temperature);
  const es = saturationVapourPressure(temperature);
  const ea = (es * rh) / 100;
  const ra = extraterrestrialRadiationOfPeriod(weather.clock);
  const rso = clearSkyRadiation(ra, altitudeM);
  const daylight = ra > 0;
  const rsRatio = daylight ? relativeShortwave(rad, rso) : (weather.eveningRsRatio ?? NIGHT_RS_RATIO);
  const rns = netShortwave(rad);
  const rnl = netLongwaveHour(temperature, ea, rsRatio);
  const rn = rns - rnl;
  const g = soilHeatFluxOfHour(rn, daylight);
  const { eto } = penmanMonteith({ delta, gamma, rn, g, t: temperature, u2: wind2m, es, ea }, GRASS_HOUR);
  return { eto, rsRatio, daylight, terms: { gamma, delta, es, ea, ra, rso, rns, rnl, rn, g } };
}

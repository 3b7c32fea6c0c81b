/** Solar constant, MJ/(m²·min) (FAO-56 Eq. 21). */
const SOLAR_CONSTANT = 0.082;

/** Day angle in rad of a day of the year, 1 to 366. */
const dayAngle = (dayOfYear: number) => (2 * Math.PI * dayOfYear) / 365;

/** Latitude in rad from decimal degrees, south negative (FAO-56 Eq. 22). */
export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Decimal degrees from degrees and minutes; S and W are negative (FAO-56 Eq. 22). */
export function decimalDegrees(degrees: number, minutes: number, hemisphere: "N" | "S" | "E" | "W"): number {
  const value = degrees + minutes / 60;
  return hemisphere === "S" || hemisphere === "W" ? -value : value;
}

/** Inverse relative distance Earth–Sun d_r (FAO-56 Eq. 23). */
export function inverseSunDistance(dayOfYear: number): number {
  return 1 + 0.033 * Math.cos(dayAngle(dayOfYear));
}

/** Solar declination δ in rad (FAO-56 Eq. 24). */
export function solarDeclination(dayOfYear: number): number {
  return 0.409 * Math.sin(dayAngle(dayOfYear) - 1.39);
}

/** Sunset hour angle ω_s in rad (FAO-56 Eq. 25); 0 in the polar night, π under the midnight sun. */
export function sunsetHourAngle(latitudeDeg: number, dayOfYear: number): number {
  const cosine = -Math.tan(toRadians(latitudeDeg)) * Math.tan(solarDeclination(dayOfYear));
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

/** Daylight hours N, h (FAO-56 Eq. 34). */
export function daylightHours(latitudeDeg: number, dayOfYear: number): number {
  return (24 / Math.PI) * sunsetHourAngle(latitudeDeg, dayOfYear);
}

/** Extraterrestrial radiation Ra of a day, MJ/(m²·d) (FAO-56 Eq. 21). */
export function extraterrestrialRadiation(latitudeDeg: number, dayOfYear: number): number {
  const ws = sunsetHourAngle(latitudeDeg, dayOfYear);
  return ((24 * 60) / Math.PI) * SOLAR_CONSTANT * beamIntegral(latitudeDeg, dayOfYear, 0, ws);
}

/** Position of a period of an hour or less on the clock and on the earth. */
interface ClockPeriod {
  latitudeDeg: number;
  /** East positive, as on current maps; the paper counts degrees west of Greenwich. */
  longitudeDeg: number;
  /** Meridian of the centre of the time zone, east positive: 15 times the offset from UTC in hours. */
  zoneMeridianDeg: number;
  dayOfYear: number;
  /** Standard clock time at the middle of the period, h (14.5 for 14 to 15 h). */
  midHour: number;
  /** Length of the period, h. */
  hours?: number;
}

/** Seasonal correction of solar time S_c, h (FAO-56 Eq. 32 and 33). */
function solarTimeCorrection(dayOfYear: number): number {
  const b = (2 * Math.PI * (dayOfYear - 81)) / 364;
  return 0.1645 * Math.sin(2 * b) - 0.1255 * Math.cos(b) - 0.025 * Math.sin(b);
}

/** Solar time angle ω in rad at the middle of a period, 0 at solar noon (FAO-56 Eq. 31). */
function solarTimeAngle(period: ClockPeriod): number {
  const { midHour, longitudeDeg, zoneMeridianDeg, dayOfYear } = period;
  const solarHour = midHour + 0.06667 * (longitudeDeg - zoneMeridianDeg) + solarTimeCorrection(dayOfYear);
  return (Math.PI / 12) * (solarHour - 12);
}

/** Extraterrestrial radiation Ra of an hour or a shorter period, MJ/m² in it (FAO-56 Eq. 28 to 33); 0 at night. */
export function extraterrestrialRadiationOfPeriod(period: ClockPeriod): number {
  const { latitudeDeg, dayOfYear, hours = 1 } = period;
  const ws = sunsetHourAngle(latitudeDeg, dayOfYear);
  const middle = solarTimeAngle(period);
  const half = (Math.PI * hours) / 24;
  const daylight = (angle: number) => Math.min(ws, Math.max(-ws, angle));
  const [from, to] = [daylight(middle - half), daylight(middle + half)];
  return ((12 * 60) / Math.PI) * SOLAR_CONSTANT * beamIntegral(latitudeDeg, dayOfYear, from, to);
}

/** The bracket of Eq. 21 and 28: the sine of the sun's height, integrated over the hour angle and scaled by d_r. */
function beamIntegral(latitudeDeg: number, dayOfYear: number, from: number, to: number): number {
  const latitude = toRadians(latitudeDeg);
  const declination = solarDeclination(dayOfYear);
  return (
    inverseSunDistance(dayOfYear) *
    ((to - from) * Math.sin(latitude) * Math.sin(declination) +
      Math.cos(latitude) * Math.cos(declination) * (Math.sin(to) - Math.sin(from)))
  );
}

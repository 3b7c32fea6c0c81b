/** Names of the weather icons that the client draws. */
export type WeatherIcon = "clear" | "partly-cloudy" | "cloudy" | "fog" | "drizzle" | "rain" | "showers" | "storm";

/** Icon of a WMO weather code (table 4677, as forecast services reduce it). */
export function iconOfWmoCode(code: number): WeatherIcon {
  if (code <= 1) return "clear";
  if (code === 2) return "partly-cloudy";
  if (code === 3) return "cloudy";
  if (code <= 48) return "fog";
  if (code <= 57) return "drizzle";
  if (code <= 67) return "rain";
  if (code <= 86) return "showers";
  return "storm";
}

/** Icon of a day by its rain in mm and its sunshine as a part of the clear sky. */
export function iconOfDay(rainMm: number, clearness: number): WeatherIcon {
  if (rainMm >= 20) return "storm";
  if (rainMm >= 5) return "rain";
  if (rainMm > 0.5) return "showers";
  if (clearness > 0.85) return "clear";
  return clearness > 0.7 ? "partly-cloudy" : "cloudy";
}

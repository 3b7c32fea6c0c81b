import { PastWeatherDay } from "@lamina/shared/records/weather";

/** The day of a service, if it is possible and has the two temperatures without which a day has no ETo. */
export function possibleDay(day: Readonly<Record<string, unknown>>): PastWeatherDay[] {
  const found = PastWeatherDay.safeParse(day);
  return found.success && found.data.tMax != null && found.data.tMin != null && found.data.tMax >= found.data.tMin
    ? [found.data]
    : [];
}

import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { ArchiveSource, PastWeatherDay } from "@lamina/shared/records/weather";
import type { ForecastPlace } from "../providers/provider.ts";

/** A service with the past days of any place. */
export interface WeatherArchive {
  source: ArchiveSource;
  /** Days that it has, in order. @throws ForecastUnavailable */
  fetch(place: ForecastPlace, from: FarmDay, to: FarmDay): Promise<PastWeatherDay[]>;
}

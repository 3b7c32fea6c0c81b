import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { ArchiveSource, PastWeatherDay } from "@lamina/shared/records/weather";
import type { ForecastPlace } from "../providers/provider.ts";
import { nasaPowerArchive } from "./nasa-power.ts";
import { openMeteoArchive } from "./open-meteo-archive.ts";

/** A service with the past days of any place. */
export interface WeatherArchive {
  source: ArchiveSource;
  /** Days that it has, in order. @throws ForecastUnavailable */
  fetch(place: ForecastPlace, from: FarmDay, to: FarmDay): Promise<PastWeatherDay[]>;
}

/** Addresses of the services; undefined is the public one, `off` none. */
export interface ArchiveAddresses {
  openMeteo?: string | undefined;
  nasaPower?: string | undefined;
}

/** The services that an installation asks. */
export function weatherArchives(
  { openMeteo, nasaPower }: ArchiveAddresses = {},
  apiKey?: (() => string) | undefined,
): WeatherArchive[] {
  return [
    ...(openMeteo === "off" ? [] : [openMeteoArchive({ url: openMeteo, apiKey })]),
    ...(nasaPower === "off" ? [] : [nasaPowerArchive({ url: nasaPower })]),
  ];
}

import type { WeatherArchive } from "./archive.ts";
import { nasaPowerArchive } from "./nasa-power.ts";
import { openMeteoArchive } from "./open-meteo-archive.ts";

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

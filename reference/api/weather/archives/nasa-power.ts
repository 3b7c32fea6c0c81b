import type { PastWeatherDay } from "@lamina/shared/records/weather";
import * as z from "zod";
import { ForecastUnavailable } from "../providers/provider.ts";
import { request } from "../providers/request.ts";
import type { WeatherArchive } from "./archive.ts";
import { possibleDay } from "./possible-day.ts";

const NASA_POWER_URL = "https://power.larc.nasa.gov/api/temporal/daily/point";
/** A year of a point takes it some seconds, and more when many people ask. */
const TIMEOUT_MS = 25_000;

/** Parameters of the service by the inputs of a day. */
const PARAMETERS = {
  ...{ tMax: "T2M_MAX", tMin: "T2M_MIN", tMean: "T2M", rhMean: "RH2M" },
  ...{ wind2m: "WS2M", rad: "ALLSKY_SFC_SW_DWN", rain: "PRECTOTCORR" },
} as const;

const Reply = z.object({
  properties: z.object({ parameter: z.record(z.string(), z.record(z.string().regex(/^\d{8}$/), z.number())) }),
  header: z.object({ fill_value: z.number() }),
  parameters: z.record(z.string(), z.object({ units: z.string() })),
});

/** Days of NASA POWER: satellites and MERRA-2, a grid of some 50 km. Its radiation is MJ/m² for the community AG. */
export function nasaPowerArchive({
  url = NASA_POWER_URL,
  timeoutMs = TIMEOUT_MS,
}: {
  url?: string | undefined;
  timeoutMs?: number;
}): WeatherArchive {
  return {
    source: "nasa-power",
    async fetch({ lat, lon, altitude }, from, to) {
      const target = new URL(url);
      target.search = new URLSearchParams({
        parameters: Object.values(PARAMETERS).join(","),
        community: "AG",
        latitude: lat.toFixed(4),
        longitude: lon.toFixed(4),
        "site-elevation": altitude.toFixed(0),
        start: from.replaceAll("-", ""),
        end: to.replaceAll("-", ""),
        format: "JSON",
        "time-standard": "LST",
      }).toString();
      const answer = Reply.safeParse(await request(target, timeoutMs));
      if (!answer.success) throw new ForecastUnavailable("provider-garbage", answer.error);
      const { properties, header, parameters } = answer.data;
      const units = parameters[PARAMETERS.rad]?.units ?? "";
      if (!units.startsWith("MJ/m"))
        throw new ForecastUnavailable("provider-garbage", new Error(`radiation in ${units}`));
      const keys = Object.keys(properties.parameter[PARAMETERS.tMax] ?? {}).sort();
      return keys.flatMap((key): PastWeatherDay[] => {
        const values = Object.entries(PARAMETERS).flatMap(([input, name]) => {
          const value = properties.parameter[name]?.[key];
          return value === undefined || value === header.fill_value ? [] : [[input, value] as const];
        });
        const date = `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6)}`;
        return possibleDay({ date, ...Object.fromEntries(values) });
      });
    },
  };
}

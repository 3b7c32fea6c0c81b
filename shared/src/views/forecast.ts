import * as z from "zod";
import { Day, Id, Moment, StaleAt } from "../core/record.ts";
import { Balance } from "../records/balance.ts";
import { ForecastDaily, ForecastHourly, ForecastSource, RainAccount } from "../records/weather.ts";

/** Reply of `GET /Forecast/GetByFarmID`: week, hours, projections per sector and the errors of the last week's forecast. */
export const Forecast = z.looseObject({
  farmId: Id,
  issuedAt: Moment.nullable(),
  staleAt: StaleAt,
  source: ForecastSource.nullable(),
  /** Id of the reason why there is no newer forecast, such as `provider-unreachable`; else null. */
  problem: z.string().nullable(),
  daily: z.array(ForecastDaily),
  hourly: z.array(ForecastHourly),
  sectors: z.array(
    z.object({
      sectorId: Id,
      pivotName: z.string(),
      sectorName: z.string(),
      withRain: z.array(Balance),
      withoutRain: z.array(Balance),
      irrigateOn: Day.nullable(),
      irrigateOnWithoutRain: Day.nullable(),
    }),
  ),
  verification: z.array(RainAccount.extend({ etoForecastMm: z.number().nullable(), etoMm: z.number().nullable() })),
});
export type Forecast = z.infer<typeof Forecast>;

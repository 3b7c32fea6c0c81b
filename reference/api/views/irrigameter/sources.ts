import type { Irrigation } from "../../irrigation/service.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Weather } from "../../weather/service.ts";

/** The services behind the views. */
export interface ViewSources {
  irrigation: Irrigation;
  telemetry: Pick<Telemetry, "pivotLatest" | "hourAggregates" | "dayAggregates">;
  weather: Pick<Weather, "forecast" | "rainAccounts">;
}

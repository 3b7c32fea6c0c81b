import type { Irrigation } from "../../irrigation/service.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Weather } from "../../weather/service.ts";

/** What the views are made of. */
export interface ViewSources {
  irrigation: Irrigation;
  telemetry: Pick<Telemetry, "pivotLatest" | "hourAggregates" | "dayAggregates">;
  weather: Pick<Weather, "forecast" | "rainAccounts">;
}

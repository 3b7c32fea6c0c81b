import { ConfigFields } from "@lamina/shared/records/config";
import type { ForecastDaily } from "@lamina/shared/records/weather";
import { eq } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { configs } from "../schema/settings.ts";

/** The source of a client's forecasts: as configured, else the default. */
export async function forecastSourceOf(database: Database, clientId: string): Promise<ForecastDaily["source"]> {
  const [row] = await database
    .select({ source: configs.forecastSource })
    .from(configs)
    .where(eq(configs.clientId, clientId));
  return row?.source ?? ConfigFields.parse({}).forecastSource;
}

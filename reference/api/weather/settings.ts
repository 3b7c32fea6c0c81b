import { type Config, ConfigFields } from "@lamina/shared/records/config";
import { eq } from "drizzle-orm";
import type { Database } from "../core/database/open.ts";
import { configs } from "../schema/settings.ts";

/** The sources of a client's forecasts and of its ETo: as configured, else the defaults. */
export async function weatherSources(
  database: Database,
  clientId: string,
): Promise<Pick<Config, "forecastSource" | "etoSource">> {
  const { forecastSource, etoSource } = configs;
  const [row] = await database
    .select({ forecastSource, etoSource })
    .from(configs)
    .where(eq(configs.clientId, clientId));
  return row ?? ConfigFields.parse({});
}

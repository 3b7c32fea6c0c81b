import { entities } from "@lamina/shared/entities";
import { checkRain, RainFields } from "@lamina/shared/weather";
import { inArray, or, type SQL, sql } from "drizzle-orm";
import { sectorWithin } from "../farms/scope.ts";
import type { RecordDefinition } from "../records/definition.ts";
import { farms, pivotSectors } from "../schema/farms.ts";
import { rains } from "../schema/weather.ts";

export const rainDefinition: RecordDefinition<typeof RainFields> = {
  calls: entities.rain,
  notFound: "Registro de chuva não encontrado.",
  table: rains,
  fields: RainFields,
  orderBy: rains.date,
  references: { farmId: farms, sectorId: pivotSectors },
  withinFarms: (farmIds): SQL =>
    or(inArray(rains.farmId, [...farmIds]), sectorWithin(rains.sectorId, farmIds)) ?? sql`false`,
  check: (rain, { date }) => checkRain(rain, date.getTime()),
};

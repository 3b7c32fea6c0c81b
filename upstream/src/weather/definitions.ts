import { entities } from "@lamina/shared/calls/entities";
import { checkRain, RainFields } from "@lamina/shared/records/weather";
import { inArray, or, type SQL, sql } from "drizzle-orm";
import { sectorWithin } from "../farms/scope.ts";
import { defineRecord } from "../records/definition.ts";
import { farms, pivotSectors } from "../schema/farms.ts";
import { rains } from "../schema/weather.ts";
import { rainIdentity, rainsAlike } from "./repeated-rain.ts";

export const rainDefinition = defineRecord({
  calls: entities.rain,
  notFound: "rain",
  table: rains,
  fields: RainFields,
  orderBy: rains.date,
  references: { farmId: farms, sectorId: pivotSectors },
  withinFarms: (farmIds): SQL =>
    or(inArray(rains.farmId, [...farmIds]), sectorWithin(rains.sectorId, farmIds)) ?? sql`false`,
  identity: rainIdentity,
  alike: rainsAlike,
  check: (rain, { date }) => checkRain(rain, date.getTime()),
});

import { entities } from "@lamina/shared/entities";
import { farmDay } from "@lamina/shared/farm-time";
import { RainFields } from "@lamina/shared/weather";
import { inArray, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { sectorWithin } from "../farms/scope.ts";
import type { FieldError } from "../http/problem.ts";
import { defineRecord } from "../records/definition.ts";
import { farms, pivotSectors } from "../schema/farms.ts";
import { rains } from "../schema/weather.ts";
import { rainIdentity, rainsAlike } from "./repeated-rain.ts";

export const rainDefinition = defineRecord({
  calls: entities.rain,
  notFound: "Registro de chuva não encontrado.",
  table: rains,
  fields: RainFields,
  orderBy: rains.date,
  references: { farmId: farms, sectorId: pivotSectors },
  withinFarms: (farmIds): SQL =>
    or(inArray(rains.farmId, [...farmIds]), sectorWithin(rains.sectorId, farmIds)) ?? sql`false`,
  identity: rainIdentity,
  alike: rainsAlike,
  check: (rain, { date }) => rainErrors(rain, date),
});

/** The farms' easternmost zone, where a day begins first. */
const FIRST_ZONE = "America/Noronha";

/** What is wrong with a rain whose fields are each valid: it fell on a farm or on one sector of it, and not on a day to come. */
export function rainErrors(rain: z.output<typeof RainFields>, now: Date): FieldError[] {
  const isToCome = rain.date > farmDay(now.getTime(), FIRST_ZONE);
  return [
    ...placeErrors(rain),
    ...(isToCome ? [{ field: "date", id: "to-come", message: "Este dia ainda não chegou." }] : []),
  ];
}

function placeErrors({ farmId, sectorId }: z.output<typeof RainFields>): FieldError[] {
  return Boolean(farmId) === Boolean(sectorId)
    ? [{ field: "farmId", id: "one-place", message: "Informe a fazenda ou o setor onde choveu." }]
    : [];
}

import { entities } from "@lamina/shared/entities";
import { RainFields } from "@lamina/shared/weather";
import { inArray, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { sectorWithin } from "../farms/scope.ts";
import { farms, pivotSectors } from "../farms/table.ts";
import type { FieldError } from "../http/problem.ts";
import type { RecordDefinition } from "../records/definition.ts";
import { rains } from "./table.ts";

export const rainDefinition: RecordDefinition<typeof RainFields> = {
  calls: entities.rain,
  notFound: "Registro de chuva não encontrado.",
  table: rains,
  fields: RainFields,
  orderBy: rains.date,
  references: { farmId: farms, sectorId: pivotSectors },
  withinFarms: (farmIds): SQL =>
    or(inArray(rains.farmId, [...farmIds]), sectorWithin(rains.sectorId, farmIds)) ?? sql`false`,
  check: (rain) => placeErrors(rain),
};

/** Rain falls on a farm or on one sector of it. */
export function placeErrors({ farmId, sectorId }: z.output<typeof RainFields>): FieldError[] {
  return Boolean(farmId) === Boolean(sectorId)
    ? [{ field: "farmId", id: "one-place", message: "Informe a fazenda ou o setor onde choveu." }]
    : [];
}

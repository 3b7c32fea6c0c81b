import { entities } from "@lamina/shared/entities";
import { RainFields } from "@lamina/shared/weather";
import { inArray, or, type SQL, sql } from "drizzle-orm";
import { sectorWithin } from "../farms/scope.ts";
import { farms, pivotSectors } from "../farms/table.ts";
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
  check: ({ farmId, sectorId }) =>
    Boolean(farmId) === Boolean(sectorId)
      ? [{ field: "farmId", id: "one-place", message: "Informe a fazenda ou o setor onde choveu." }]
      : [],
};

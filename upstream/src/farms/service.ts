import { entities } from "@lamina/shared/entities";
import { FarmFields } from "@lamina/shared/farm";
import { inArray } from "drizzle-orm";
import type { RecordDefinition } from "../records/definition.ts";
import { farms } from "./table.ts";

export const farmDefinition: RecordDefinition<typeof FarmFields> = {
  calls: entities.farm,
  notFound: "Fazenda não encontrada.",
  table: farms,
  fields: FarmFields,
  orderBy: farms.name,
  withinFarms: (farmIds) => inArray(farms._id, [...farmIds]),
};

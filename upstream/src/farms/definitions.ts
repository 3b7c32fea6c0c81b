import { entities } from "@lamina/shared/entities";
import {
  FarmFields,
  PivotFields,
  PivotSectorFields,
  SoilFields,
  type SoilLayer,
  WaterPermitFields,
  WaterSourceFields,
} from "@lamina/shared/farm";
import { inArray } from "drizzle-orm";
import type { FieldError } from "../http/problem.ts";
import { defineRecord } from "../records/definition.ts";
import { farms, pivotSectors, pivots, soils, waterPermits, waterSources } from "../schema/farms.ts";
import { pivotWithin } from "./scope.ts";

export const farmDefinition = defineRecord({
  calls: entities.farm,
  notFound: "Fazenda não encontrada.",
  table: farms,
  fields: FarmFields,
  orderBy: farms.name,
  withinFarms: (farmIds) => inArray(farms._id, [...farmIds]),
});

export const waterSourceDefinition = defineRecord({
  calls: entities.waterSource,
  notFound: "Captação não encontrada.",
  table: waterSources,
  fields: WaterSourceFields,
  orderBy: waterSources.name,
  references: { farmId: farms },
  withinFarms: (farmIds) => inArray(waterSources.farmId, [...farmIds]),
});

export const pivotDefinition = defineRecord({
  calls: entities.pivot,
  notFound: "Pivô não encontrado.",
  table: pivots,
  fields: PivotFields,
  orderBy: pivots.name,
  references: { farmId: farms, waterSourceId: waterSources },
  onSameFarm: ["waterSourceId"],
  withinFarms: (farmIds) => inArray(pivots.farmId, [...farmIds]),
  check: ({ lastTowerM, radiusM }) =>
    lastTowerM !== undefined && lastTowerM > radiusM
      ? [{ field: "lastTowerM", id: "beyond-radius", message: "A última torre não pode passar do raio do pivô." }]
      : [],
});

export const pivotSectorDefinition = defineRecord({
  calls: entities.pivotSector,
  notFound: "Setor não encontrado.",
  table: pivotSectors,
  fields: PivotSectorFields,
  orderBy: pivotSectors.name,
  references: { pivotId: pivots, soilId: soils },
  withinFarms: (farmIds) => pivotWithin(pivotSectors.pivotId, farmIds),
});

export const soilDefinition = defineRecord({
  calls: entities.soil,
  notFound: "Solo não encontrado.",
  table: soils,
  fields: SoilFields,
  orderBy: soils.name,
  check: ({ layers }) => layers.flatMap((layer, index) => layerErrors(layer, index, layers[index - 1])),
});

export const waterPermitDefinition = defineRecord({
  calls: entities.waterPermit,
  notFound: "Outorga não encontrada.",
  table: waterPermits,
  fields: WaterPermitFields,
  orderBy: waterPermits.number,
  references: { farmId: farms, pivotIds: pivots },
  onSameFarm: ["pivotIds"],
  withinFarms: (farmIds) => inArray(waterPermits.farmId, [...farmIds]),
});

function layerErrors(layer: SoilLayer, index: number, above: SoilLayer | undefined): FieldError[] {
  const errors: FieldError[] = [];
  if (layer.wpPct >= layer.fcPct)
    errors.push({
      field: `layers.${index}.wpPct`,
      id: "not-below-field-capacity",
      message: "O ponto de murcha deve ser menor que a capacidade de campo.",
    });
  if (above !== undefined && layer.depthCm <= above.depthCm)
    errors.push({
      field: `layers.${index}.depthCm`,
      id: "not-below-layer-above",
      message: "Cada camada deve terminar abaixo da anterior.",
    });
  return errors;
}

import { entities } from "@lamina/shared/calls/entities";
import {
  checkPivot,
  checkSoil,
  FarmFields,
  PivotFields,
  PivotSectorFields,
  SoilFields,
  WaterPermitFields,
  WaterSourceFields,
} from "@lamina/shared/records/farm";
import { and, eq, inArray } from "drizzle-orm";
import { defineRecord } from "../records/definition.ts";
import { farms, pivotSectors, pivots, soils, waterPermits, waterSources } from "../schema/farms.ts";
import { devices } from "../schema/telemetry.ts";
import { pivotWithin } from "./scope.ts";

export const farmDefinition = defineRecord({
  calls: entities.farm,
  notFound: "farm",
  table: farms,
  fields: FarmFields,
  orderBy: farms.name,
  references: { stationDeviceId: devices },
  withinFarms: (farmIds) => inArray(farms._id, [...farmIds]),
});

export const waterSourceDefinition = defineRecord({
  calls: entities.waterSource,
  notFound: "waterSource",
  table: waterSources,
  fields: WaterSourceFields,
  orderBy: waterSources.name,
  references: { farmId: farms },
  withinFarms: (farmIds) => inArray(waterSources.farmId, [...farmIds]),
});

export const pivotDefinition = defineRecord({
  calls: entities.pivot,
  notFound: "pivot",
  table: pivots,
  fields: PivotFields,
  orderBy: pivots.name,
  references: { farmId: farms, waterSourceId: waterSources, gaugeDeviceId: devices },
  onSameFarm: ["waterSourceId", "gaugeDeviceId"],
  withinFarms: (farmIds) => inArray(pivots.farmId, [...farmIds]),
  check: checkPivot,
});

export const pivotSectorDefinition = defineRecord({
  calls: entities.pivotSector,
  notFound: "sector",
  table: pivotSectors,
  fields: PivotSectorFields,
  orderBy: pivotSectors.name,
  references: { pivotId: pivots, soilId: soils, gaugeDeviceId: devices },
  withinFarms: (farmIds) => pivotWithin(pivotSectors.pivotId, farmIds),
  check: async ({ pivotId, gaugeDeviceId }, { transaction }) => {
    if (!gaugeDeviceId) return [];
    const same = await transaction
      .select({ _id: devices._id })
      .from(devices)
      .innerJoin(pivots, eq(pivots.farmId, devices.farmId))
      .where(and(eq(devices._id, gaugeDeviceId), eq(pivots._id, pivotId)));
    return same.length > 0 ? [] : [{ field: "gaugeDeviceId", id: "other-farm" }];
  },
});

export const soilDefinition = defineRecord({
  calls: entities.soil,
  notFound: "soil",
  table: soils,
  fields: SoilFields,
  orderBy: soils.name,
  check: checkSoil,
});

export const waterPermitDefinition = defineRecord({
  calls: entities.waterPermit,
  notFound: "permit",
  table: waterPermits,
  fields: WaterPermitFields,
  orderBy: waterPermits.number,
  references: { farmId: farms, pivotIds: pivots },
  onSameFarm: ["pivotIds"],
  withinFarms: (farmIds) => inArray(waterPermits.farmId, [...farmIds]),
});

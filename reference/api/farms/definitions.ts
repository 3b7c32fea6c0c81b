import { caughtOf, MAX_CAUGHT } from "@lamina/agronomy/machine/calibration";
import { hasPanel } from "@lamina/agronomy/machine/system";
import { entities } from "@lamina/shared/calls/entities";
import { farmDay } from "@lamina/shared/core/farm-time";
import {
  checkFarm,
  checkPivot,
  checkSoil,
  FarmFields,
  FIRST_ZONE,
  PivotFields,
  PivotSectorFields,
  SoilFields,
  WaterPermitFields,
  WaterSourceFields,
} from "@lamina/shared/records/farm";
import { checkOutOfService, OutOfServiceFields } from "@lamina/shared/records/machine/out-of-service";
import { checkMachineCalibration, MachineCalibrationFields } from "@lamina/shared/records/machine-calibration";
import { eq, sql } from "drizzle-orm";
import { mayOnClient } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import { isUnchanged } from "../records/change.ts";
import { defineRecord } from "../records/definition.ts";
import { places } from "../records/places.ts";
import {
  farms,
  machineCalibrations,
  outOfServices,
  pivotSectors,
  pivots,
  soils,
  waterPermits,
  waterSources,
} from "../schema/farms.ts";
import { requireNoOrder } from "./under-way.ts";

export const farmDefinition = defineRecord({
  calls: entities.farm,
  notFound: "farm",
  place: places.farm,
  fields: FarmFields,
  orderBy: farms.name,
  references: { stationDeviceId: places.device },
  requireFree: ({ transaction, recordId }) => requireNoOrder(transaction, eq(pivots.farmId, recordId)),
  // A stored outline may be older than its rules, and does not block other changes.
  check: (farm, { before }) => (before && isUnchanged(["boundary"], farm, before) ? [] : checkFarm(farm)),
});

export const waterSourceDefinition = defineRecord({
  calls: entities.waterSource,
  notFound: "waterSource",
  place: places.waterSource,
  fields: WaterSourceFields,
  orderBy: waterSources.name,
  references: { farmId: places.farm },
});

export const pivotDefinition = defineRecord({
  calls: entities.pivot,
  notFound: "pivot",
  place: places.pivot,
  fields: PivotFields,
  orderBy: pivots.name,
  references: { farmId: places.farm, waterSourceId: places.waterSource, gaugeDeviceId: places.device },
  farmFrom: "farmId",
  onSameFarm: ["waterSourceId", "gaugeDeviceId"],
  requireFree: ({ transaction, recordId }) => requireNoOrder(transaction, eq(pivots._id, recordId)),
  check: checkPivot,
});

export const machineCalibrationDefinition = defineRecord({
  calls: entities.machineCalibration,
  notFound: "machineCalibration",
  place: places.machineCalibration,
  fields: MachineCalibrationFields,
  orderBy: machineCalibrations.date,
  references: { pivotId: places.pivot },
  check: async (calibration, { transaction, date }) => {
    const errors = checkMachineCalibration(calibration);
    if (calibration.date > farmDay(date.getTime(), FIRST_ZONE)) errors.push({ field: "date", id: "to-come" });
    const [pivot] = await transaction.select().from(pivots).where(eq(pivots._id, calibration.pivotId));
    if (pivot && calibration.kind !== "flow" && !hasPanel(pivot))
      errors.push({ field: "kind", id: "measured-no-panel" });
    if (pivot && errors.length === 0) {
      const ofPivot = eq(machineCalibrations.pivotId, pivot._id);
      const others = await transaction.select().from(machineCalibrations).where(ofPivot);
      const caught = caughtOf(pivot, calibration, others);
      if (caught && caught.caughtMm > MAX_CAUGHT * caught.pumpedMm)
        errors.push({ field: "cans", id: "above-pumped", ...caught });
    }
    return errors;
  },
});

export const outOfServiceDefinition = defineRecord({
  calls: entities.outOfService,
  notFound: "outOfService",
  place: places.outOfService,
  fields: OutOfServiceFields,
  orderBy: outOfServices.from,
  references: { farmId: places.farm, pivotId: places.pivot, waterSourceId: places.waterSource },
  farmFrom: "farmId",
  onSameFarm: ["pivotId", "waterSourceId"],
  check: checkOutOfService,
  changed: async ({ caller, clientId, date, before, after }) => {
    // Who locked a machine may be inside of it: none other but an administrator unlocks it.
    const isOver = typeof before?.until === "string" && new Date(before.until) <= date;
    const isLock = before?.reason === "maintenance" && !isOver && before.userId !== (caller.userId ?? before.userId);
    const isSame = before?.until === after?.until && before?.reason === after?.reason && before?.from === after?.from;
    if (isLock && !(after && isSame) && !mayOnClient(caller, entities.user.update.access, clientId))
      throw problems.forbidden("lockedBy");
  },
  derive: async ({ from, until }, { caller, before }) => ({
    from: new Date(from),
    until: until ? new Date(until) : null,
    userId: before === undefined ? caller.userId : (before.userId ?? null),
    userName: before === undefined ? caller.name : (before.userName ?? null),
  }),
});

export const pivotSectorDefinition = defineRecord({
  calls: entities.pivotSector,
  notFound: "sector",
  place: places.pivotSector,
  fields: PivotSectorFields,
  orderBy: pivotSectors.name,
  references: { pivotId: places.pivot, soilId: places.soil, gaugeDeviceId: places.device },
  farmFrom: "pivotId",
  onSameFarm: ["gaugeDeviceId"],
});

export const soilDefinition = defineRecord({
  calls: entities.soil,
  notFound: "soil",
  place: places.soil,
  fields: SoilFields,
  orderBy: soils.name,
  neededBy: [
    {
      table: pivotSectors,
      column: pivotSectors.soilId,
      name: sql<string>`(select p.name || ' ' from ${pivots} p where p._id = pivot_id) || ${pivotSectors.name}`,
      kind: "sectors",
    },
  ],
  check: checkSoil,
});

export const waterPermitDefinition = defineRecord({
  calls: entities.waterPermit,
  notFound: "permit",
  place: places.waterPermit,
  fields: WaterPermitFields,
  orderBy: waterPermits.number,
  references: { farmId: places.farm, pivotIds: places.pivot },
  farmFrom: "farmId",
  onSameFarm: ["pivotIds"],
  // A permit that the program closed because its systems went reopens only with systems, never for the whole farm.
  derive: async ({ pivotIds }, { before }) => (before?.active === false && pivotIds.length > 0 ? { active: true } : {}),
});

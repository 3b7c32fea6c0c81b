import { alertRuleDefinition } from "./alerts/definitions.ts";
import {
  farmDefinition,
  pivotDefinition,
  pivotSectorDefinition,
  soilDefinition,
  waterPermitDefinition,
  waterSourceDefinition,
} from "./farms/definitions.ts";
import type { RecordDefinition } from "./records/definition.ts";
import { configDefinition, tariffDefinition } from "./settings/definitions.ts";
import { deviceDefinition, monitorDefinition, sensorDefinition } from "./telemetry/definitions.ts";

/** The records that people keep; each has the five calls of the naming convention (domain, 10). */
export const recordDefinitions = [
  farmDefinition,
  waterSourceDefinition,
  pivotDefinition,
  soilDefinition,
  pivotSectorDefinition,
  waterPermitDefinition,
  configDefinition,
  tariffDefinition,
  deviceDefinition,
  sensorDefinition,
  monitorDefinition,
  alertRuleDefinition,
] as unknown as readonly RecordDefinition[];

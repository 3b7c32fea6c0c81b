import type { ImportJob } from "@lamina/shared/calls/views/field-records";
import { alertRuleDefinition } from "../alerts/definitions.ts";
import {
  farmDefinition,
  machineCalibrationDefinition,
  outOfServiceDefinition,
  pivotDefinition,
  pivotSectorDefinition,
  soilDefinition,
  waterPermitDefinition,
  waterSourceDefinition,
} from "../farms/definitions.ts";
import { configDefinition, tariffDefinition } from "../farms/settings/definitions.ts";
import {
  canopyDefinition,
  cropDefinition,
  fieldNoteDefinition,
  seasonBudgetDefinition,
  seasonDefinition,
  wateringDefinition,
} from "../irrigation/definitions.ts";
import type { RecordDefinition } from "../records/definition.ts";
import { deviceDefinition, gatewayDefinition, monitorDefinition, sensorDefinition } from "../telemetry/definitions.ts";
import { rainDefinition } from "../weather/definitions.ts";

/** The records that people edit; each has the five calls of the naming convention (domain, 10). */
export const recordDefinitions: readonly RecordDefinition[] = [
  farmDefinition,
  waterSourceDefinition,
  pivotDefinition,
  machineCalibrationDefinition,
  outOfServiceDefinition,
  soilDefinition,
  pivotSectorDefinition,
  waterPermitDefinition,
  configDefinition,
  tariffDefinition,
  deviceDefinition,
  sensorDefinition,
  gatewayDefinition,
  monitorDefinition,
  cropDefinition,
  seasonDefinition,
  canopyDefinition,
  seasonBudgetDefinition,
  rainDefinition,
  wateringDefinition,
  fieldNoteDefinition,
  alertRuleDefinition,
];

/** The records that may have a photo. */
export const photographedDefinitions: readonly RecordDefinition[] = [
  wateringDefinition,
  rainDefinition,
  fieldNoteDefinition,
];

/** The records that can be imported from a file. */
export const importedDefinitions: Record<ImportJob["entity"], RecordDefinition> = {
  Watering: wateringDefinition,
  Rain: rainDefinition,
};

import { User, UserFields, UsersGroup, UsersGroupFields } from "../access/user.ts";
import { Gateway, GatewayFields } from "../doors/gateway.ts";
import { AlertRule, AlertRuleFields } from "../records/alert.ts";
import { Config, ConfigFields, Tariff, TariffFields } from "../records/config.ts";
import { Crop, CropFields, Season, SeasonFields } from "../records/crop.ts";
import {
  Farm,
  FarmFields,
  Pivot,
  PivotFields,
  PivotSector,
  PivotSectorFields,
  Soil,
  SoilFields,
  WaterPermit,
  WaterPermitFields,
  WaterSource,
  WaterSourceFields,
} from "../records/farm.ts";
import { FieldNote, FieldNoteFields } from "../records/field-note.ts";
import { Watering, WateringFields } from "../records/irrigation.ts";
import { OutOfService, OutOfServiceFields } from "../records/machine/out-of-service.ts";
import { MachineCalibration, MachineCalibrationFields } from "../records/machine-calibration.ts";
import { CanopyObservation, CanopyObservationFields } from "../records/season/canopy.ts";
import { SeasonBudget, SeasonBudgetFields } from "../records/season/season-budget.ts";
import { Device, DeviceFields, Monitor, MonitorFields, Sensor, SensorFields } from "../records/telemetry.ts";
import { Rain, RainFields } from "../records/weather.ts";
import { entityCalls } from "./endpoint.ts";

/** The records that people edit, each with its five calls in the API's naming convention (domain, 10). */
export const entities = {
  farm: entityCalls({ name: "Farm", screen: "farms", fields: FarmFields, stored: Farm }),
  pivot: entityCalls({ name: "Pivot", screen: "farms", fields: PivotFields, stored: Pivot }),
  pivotSector: entityCalls({
    name: "PivotSector",
    screen: "farms",
    fields: PivotSectorFields,
    stored: PivotSector,
  }),
  machineCalibration: entityCalls({
    name: "MachineCalibration",
    screen: "farms",
    fields: MachineCalibrationFields,
    stored: MachineCalibration,
  }),
  soil: entityCalls({ name: "Soil", screen: "farms", fields: SoilFields, stored: Soil }),
  waterSource: entityCalls({ name: "WaterSource", screen: "farms", fields: WaterSourceFields, stored: WaterSource }),
  waterPermit: entityCalls({ name: "WaterPermit", screen: "config", fields: WaterPermitFields, stored: WaterPermit }),
  tariff: entityCalls({ name: "Tariff", screen: "config", fields: TariffFields, stored: Tariff }),
  config: entityCalls({ name: "Config", screen: "config", fields: ConfigFields, stored: Config }),
  alertRule: entityCalls({ name: "AlertRule", screen: "config", fields: AlertRuleFields, stored: AlertRule }),
  crop: entityCalls({ name: "Crop", screen: "balance", fields: CropFields, stored: Crop }),
  season: entityCalls({ name: "Season", screen: "balance", fields: SeasonFields, stored: Season }),
  canopyObservation: entityCalls({
    name: "CanopyObservation",
    screen: "balance",
    fields: CanopyObservationFields,
    stored: CanopyObservation,
    grows: true,
  }),
  seasonBudget: entityCalls({
    name: "SeasonBudget",
    screen: "balance",
    fields: SeasonBudgetFields,
    stored: SeasonBudget,
  }),
  device: entityCalls({ name: "Device", screen: "device", fields: DeviceFields, stored: Device }),
  sensor: entityCalls({ name: "Sensor", screen: "device", fields: SensorFields, stored: Sensor }),
  gateway: entityCalls({ name: "Gateway", screen: "device", fields: GatewayFields, stored: Gateway }),
  monitor: entityCalls({ name: "Monitor", screen: "monitor", fields: MonitorFields, stored: Monitor }),
  outOfService: entityCalls({
    name: "OutOfService",
    screen: "watering",
    fields: OutOfServiceFields,
    stored: OutOfService,
  }),
  rain: entityCalls({ name: "Rain", screen: "watering", fields: RainFields, stored: Rain, grows: true }),
  watering: entityCalls({
    name: "Watering",
    screen: "watering",
    fields: WateringFields,
    stored: Watering,
    grows: true,
  }),
  fieldNote: entityCalls({
    name: "FieldNote",
    screen: "watering",
    fields: FieldNoteFields,
    stored: FieldNote,
    grows: true,
  }),
  user: entityCalls({ name: "User", screen: "user", fields: UserFields, stored: User }),
  usersGroup: entityCalls({ name: "UsersGroup", screen: "usersgroup", fields: UsersGroupFields, stored: UsersGroup }),
} as const;

export type EntityName = keyof typeof entities;

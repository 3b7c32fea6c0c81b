import type { SensorType } from "@lamina/shared/records/sensor-type";
import { DeviceFields } from "@lamina/shared/records/telemetry";
import type { RecordFile } from "../importing/records/record-file.ts";
import { recordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { pivotOptions } from "../records/data/sectors.ts";
import { text } from "./text.ts";

const words = text.device;

/** Devices as a table. A new row without a type gets the selected one (readings, 8b). */
export const deviceFile = (
  lists: RelatedRecords,
  sensorTypes: readonly SensorType[],
  selected: SensorType | undefined,
): RecordFile => ({
  kind: "device",
  identity: ["serial"],
  isExact: true,
  schema: DeviceFields.extend({ sensorTypeId: DeviceFields.shape.sensorTypeId.default(selected?._id ?? "") }),
  fields: [
    { path: "serial", label: words.serial },
    { path: "name", label: words.name },
    {
      path: "sensorTypeId",
      label: words.type,
      options: sensorTypes.map(({ _id, name }) => ({ value: _id, label: name ?? _id })),
    },
    { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name), once: true },
    { path: "pivotId", label: words.pivot, options: pivotOptions(lists) },
    { path: "model", label: words.model },
    { path: "lat", label: words.lat },
    { path: "lon", label: words.lon },
    { path: "heightM", label: words.height },
    { path: "intervalMin", label: words.interval },
    { path: "maintenance", label: words.maintenance },
  ],
  finish: (row) =>
    row._id === undefined && row.sensorTypeId === undefined && selected ? { ...row, sensorTypeId: selected._id } : row,
});

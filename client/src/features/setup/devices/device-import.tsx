import { useSensorTypes } from "../../../core/sensor-types/use-sensor-types.ts";
import { RecordFiles } from "../importing/records/record-files.tsx";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { deviceFile } from "./device-file.ts";
import { text } from "./text.ts";

/** The devices as a file to edit, and its import. */
export function DeviceImport({ lists, ready }: ToolsProps) {
  const { sensorTypes, selected } = useSensorTypes();
  return (
    <RecordFiles
      lists={lists}
      // Waits for the device types, because without them every row would be an error.
      ready={ready && sensorTypes.length > 0}
      file={deviceFile(lists, sensorTypes, selected)}
      title={text.device.words.many}
    />
  );
}

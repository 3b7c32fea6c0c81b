import { isRain } from "@lamina/shared/records/variables";
import type { Option } from "../../../ui/form/field-spec.ts";
import { recordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";

/** Rain devices of a farm; of all farms while no farm is selected. */
export function gaugeOptions(lists: RelatedRecords, farmId: string | undefined): Option[] {
  const measuring = new Set(
    lists
      .of("sensor")
      .filter(({ variable }) => isRain(variable))
      .map(({ deviceId }) => deviceId),
  );
  return recordOptions(
    lists
      .of("device")
      .filter((device) => measuring.has(device._id) && (farmId === undefined || device.farmId === farmId)),
    ({ name, serial }) => (name ? `${name} (${serial})` : serial),
  );
}

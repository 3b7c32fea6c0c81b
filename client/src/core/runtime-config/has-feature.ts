import type { ApiFeature, RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { deviceStorage } from "../../platform/storage.ts";

/** Under this key the last configuration stays on the device, so that marks such as "dados simulados" show offline. */
export const STORED_CONFIG = "config";

/** Whether the API can do this, by the last configuration on the device. */
export function hasFeature(name: ApiFeature): boolean {
  try {
    const { features }: RuntimeConfig = JSON.parse(deviceStorage.read(STORED_CONFIG) ?? "{}");
    return features?.includes(name) ?? false;
  } catch {
    return false;
  }
}

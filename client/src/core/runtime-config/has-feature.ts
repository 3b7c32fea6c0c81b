import type { ApiFeature, RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { deviceStorage } from "../../platform/storage.ts";

/** Under this key the last configuration stays on the device, so that marks such as "dados simulados" show offline. */
export const STORED_CONFIG = "config";

/** The features of the last configuration on the device; undefined where it names none. */
export function knownFeatures(): RuntimeConfig["features"] {
  try {
    const { features }: RuntimeConfig = JSON.parse(deviceStorage.read(STORED_CONFIG) ?? "{}");
    return features;
  } catch {
    return undefined;
  }
}

/** Whether the API is known to do this. */
export function hasFeature(name: ApiFeature): boolean {
  return knownFeatures()?.includes(name) ?? false;
}

/** Whether the API is known not to do this. */
export function lacksFeature(name: ApiFeature): boolean {
  return knownFeatures()?.includes(name) === false;
}

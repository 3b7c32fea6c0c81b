import { RuntimeConfig } from "@lamina/shared/runtime-config";
import { configAddress } from "./address.ts";

/**
 * The run-time configuration (contract).
 * @throws Error when it cannot be had or is not what the contract says
 */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch(configAddress());
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  return RuntimeConfig.parse(await response.json());
}

import { RuntimeConfig } from "@lamina/shared/runtime-config";
import { configAddress } from "./address.ts";
import { ApiError, LocalErrorId } from "./error.ts";

/** What this deployment says of itself (contract). @throws ApiError */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  let content: unknown;
  try {
    const response = await fetch(configAddress(), { headers: { accept: "application/json" } });
    content = response.ok ? await response.json() : undefined;
  } catch (cause) {
    throw new ApiError(LocalErrorId.network, { cause });
  }
  const config = RuntimeConfig.safeParse(content);
  if (!config.success) throw new ApiError(LocalErrorId.replyMismatch, { cause: config.error });
  return config.data;
}

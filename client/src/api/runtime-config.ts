import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { configAddress } from "./address.ts";
import { ApiError, LocalErrorId } from "./error.ts";

/** The public configuration of this deployment (contract). @throws ApiError */
export async function loadRuntimeConfig(signal?: AbortSignal): Promise<RuntimeConfig> {
  let content: unknown;
  try {
    const response = await fetch(configAddress(), { headers: { accept: "application/json" }, signal: signal ?? null });
    content = response.ok ? await response.json() : undefined;
  } catch (cause) {
    throw new ApiError(LocalErrorId.network, { cause });
  }
  if (!isRuntimeConfig(content)) throw new ApiError(LocalErrorId.replyMismatch);
  return content;
}

/**
 * Distinguishes the BFF's answer from another server's. Does not use Zod, because the login page should not wait for
 * it.
 */
function isRuntimeConfig(content: unknown): content is RuntimeConfig {
  return typeof content === "object" && content !== null && "demo" in content && "version" in content;
}

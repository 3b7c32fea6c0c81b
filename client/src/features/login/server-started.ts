import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { loadRuntimeConfig } from "../../api/runtime-config.ts";

/** Poll interval of a starting server. */
const ASK_AGAIN_MS = 2_000;

type Starting = NonNullable<RuntimeConfig["starting"]>;

/**
 * Resolves when the server has started, or does not answer: then the login itself shows the problem.
 * @param onProgress called with each state of the start
 */
export async function serverStarted(onProgress: (starting: Starting) => void): Promise<void> {
  for (;;) {
    const config = await loadRuntimeConfig().catch(() => undefined);
    if (!config?.starting) return;
    onProgress(config.starting);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { useEffect } from "react";
import { loadRuntimeConfig } from "../../api/runtime-config.ts";
import { deviceStorage } from "../../platform/storage.ts";
import { createStore, useStore } from "../store.ts";
import { text } from "../text.ts";
import { STORED_CONFIG } from "./has-feature.ts";

const config = createStore<RuntimeConfig | undefined>(undefined);
let isRequested = false;

/** Requested once. After a failure the last answer is used, and the next component that needs it retries. */
function load(): void {
  if (isRequested) return;
  isRequested = true;
  loadRuntimeConfig().then(
    (loaded) => {
      deviceStorage.write(STORED_CONFIG, JSON.stringify(loaded));
      config.set(loaded);
    },
    (error: unknown) => {
      console.warn(text.noConfiguration, error);
      isRequested = false;
      const json = deviceStorage.read(STORED_CONFIG);
      if (json !== null && config.get() === undefined) config.set(JSON.parse(json) as RuntimeConfig);
    },
  );
}

/** Requests the configuration again, for what the API says after the first login alone. */
export function refreshRuntimeConfig(): void {
  isRequested = false;
  load();
}

/** The public configuration of this deployment; undefined until it is known. */
export function useRuntimeConfig(): RuntimeConfig | undefined {
  useEffect(load, []);
  return useStore(config);
}

/** The configuration when it has imagery for maps; undefined otherwise, so that a plain map is not made twice. */
export function useMapGround(): RuntimeConfig | undefined {
  const loaded = useRuntimeConfig();
  return loaded?.mapTiles ? loaded : undefined;
}

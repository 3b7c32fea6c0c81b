import type { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { useEffect } from "react";
import { loadRuntimeConfig } from "../../api/runtime-config.ts";
import { createStore, useStore } from "../store.ts";
import { text } from "../text.ts";

const config = createStore<RuntimeConfig | undefined>(undefined);
let asked = false;

/** Asked once. After a failure the next component that needs it asks again. */
function load(): void {
  if (asked) return;
  asked = true;
  loadRuntimeConfig().then(config.set, (error: unknown) => {
    console.warn(text.noConfiguration, error);
    asked = false;
  });
}

/** The public configuration of this deployment; undefined until it is known. */
export function useRuntimeConfig(): RuntimeConfig | undefined {
  useEffect(load, []);
  return useStore(config);
}

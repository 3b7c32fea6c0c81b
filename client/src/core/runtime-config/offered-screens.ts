import { isScreenFeature, screenFeature } from "@lamina/shared/screens/features";
import { screenOf } from "@lamina/shared/screens/screens";
import { useMemo } from "react";
import { knownFeatures } from "./has-feature.ts";
import { useRuntimeConfig } from "./use-runtime-config.ts";

/** Whether the API can feed the screen of a path. */
type Offers = (path: string) => boolean;

/** Every screen counts as offered as long as nothing is known of any. */
export function offersBy(features: readonly string[] = []): Offers {
  if (!features.some(isScreenFeature)) return () => true;
  return (path) => {
    const screen = screenOf(path);
    return screen === undefined || features.includes(screenFeature(screen));
  };
}

/** The screens that the API can feed, by the last configuration on the device. */
export const storedOffers = (): Offers => offersBy(knownFeatures());

/** The screens that the API can feed. */
export function useOffers(): Offers {
  const features = useRuntimeConfig()?.features;
  return useMemo(() => (features ? offersBy(features) : storedOffers()), [features]);
}

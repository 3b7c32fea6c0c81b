import { type ComponentProps, lazy, Suspense } from "react";
import { useMapGround } from "../../../core/runtime-config/use-runtime-config.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";

const MapEditor = lazy(() => import("../../../ui/map/map-editor.tsx"));

/** The map to draw on, with this deployment's ground. Its library is loaded with the first form that needs it. */
export function LandMap(props: Omit<ComponentProps<typeof MapEditor>, "ground">) {
  const ground = useMapGround();
  return (
    <Suspense fallback={<Skeleton rows={5} />}>
      <MapEditor {...props} ground={ground} />
    </Suspense>
  );
}

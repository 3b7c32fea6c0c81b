import { type ComponentType, useEffect, useState } from "react";
import { Loading } from "../../ui/feedback/states.tsx";
import type { MapCanvasProps } from "./map-canvas.tsx";
import styles from "./map-screen.module.css";
import { text } from "./text.ts";

/** The map, once its library is loaded. When the library cannot be loaded, the list replaces the map. */
export function MapFrame(props: MapCanvasProps) {
  const [Canvas, setCanvas] = useState<ComponentType<MapCanvasProps> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    import("./map-canvas.tsx").then(
      ({ MapCanvas }) => isWanted && setCanvas(() => MapCanvas),
      (error: unknown) => {
        console.warn(text.mapUnavailable, error);
        if (isWanted) setFailed(true);
      },
    );
    return () => {
      isWanted = false;
    };
  }, []);
  if (failed) return <p className={styles.failed}>{text.unavailable}</p>;
  return Canvas ? <Canvas {...props} /> : <Loading />;
}

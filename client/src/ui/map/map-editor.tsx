import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Area, createEditMap, type EditMap, type Handle } from "./edit-map.ts";
import type { LatLon } from "./geometry.ts";
import styles from "./map-editor.module.css";
import type { MapGround } from "./surface.ts";

interface MapEditorProps {
  label: string;
  ground: MapGround | undefined;
  areas: readonly Area[];
  handles: readonly Handle[];
  /** The map is fitted to these points at first, and when `fitKey` changes. */
  fit: readonly LatLon[];
  fitKey: string;
  onClick?: (at: LatLon) => void;
}

/** A map editor with its library, so import it lazily. Shapes are properties; a moved handle calls its owner. */
export default function MapEditor({ label, ground, areas, handles, fit, fitKey, onClick }: MapEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<EditMap | null>(null);
  const click = useEffectEvent((at: LatLon) => onClick?.(at));
  const fitNow = useEffectEvent(() => map?.fit(fit));

  useEffect(() => {
    if (!element.current) return;
    const editMap = createEditMap(element.current, ground);
    const stop = editMap.onClick((at) => click(at));
    setMap(editMap);
    return () => {
      setMap(null);
      stop();
      editMap.close();
    };
  }, [ground]);
  useEffect(() => map?.draw(areas, handles), [map, areas, handles]);
  // The map is fitted for another subject only. Otherwise it would move during drawing.
  useEffect(() => {
    if (map && fitKey) fitNow();
  }, [map, fitKey]);

  return <section ref={element} className={styles.map} aria-label={label} />;
}

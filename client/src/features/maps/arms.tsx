import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { pivotStatusQuery, withPanels } from "../../core/pivot-status/pivot-status.ts";
import type { MapSurface } from "../../ui/map/surface.ts";
import { createDrawing, type Drawing } from "./draw.ts";
import type { PivotPlace } from "./places.ts";
import { needleShapes } from "./shapes.ts";

interface ArmsProps {
  surface: MapSurface;
  pivots: readonly PivotPlace[];
  /** True for a day of the past, which has no arms. */
  ofDay: boolean;
  onCanvas: boolean;
}

/** The arms above the ground, in a drawing of their own: a panel's report moves its arm and draws nothing else. */
export function Arms({ surface, pivots, ofDay, onCanvas }: ArmsProps) {
  const { data: reported } = useQuery(pivotStatusQuery(useSelectedClient()));
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    const made = createDrawing(surface, { onCanvas, isAbove: true });
    setDrawing(made);
    return () => {
      setDrawing(null);
      made.remove();
    };
  }, [surface, onCanvas]);
  useEffect(() => {
    const machines = pivots.map(({ pivot }) => pivot);
    drawing?.draw(ofDay ? [] : withPanels(machines, reported).flatMap(needleShapes));
  }, [drawing, pivots, reported, ofDay]);
  return null;
}

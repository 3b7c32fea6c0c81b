import { type RefObject, useEffect } from "react";
import { dragAxis, ownsDrag } from "./drag.ts";

/** A release beyond this distance counts as a swipe away. */
const AWAY_PX = 64;

/** Direction of the swipe. */
export type SwipeDirection = "left" | "down";

/**
 * Calls `onAway` when a finger swipes `element` in its direction. A swipe down only counts when nothing under the
 * finger scrolls.
 */
export function useSwipeAway(
  element: RefObject<HTMLElement | null>,
  direction: SwipeDirection | undefined,
  onAway: () => void,
): void {
  useEffect(() => {
    const target = element.current;
    if (!target || !direction) return;
    let start: Touch | undefined;

    const onStart = (event: TouchEvent) => {
      const fits = direction === "left" || !ownsDrag(event.target, target);
      start = fits && event.touches.length === 1 ? event.touches[0] : undefined;
    };
    const onEnd = (event: TouchEvent) => {
      const end = event.changedTouches[0];
      if (!start || !end) return;
      const dx = end.clientX - start.clientX;
      const dy = end.clientY - start.clientY;
      start = undefined;
      const axis = dragAxis(dx, dy);
      if (direction === "left" ? axis === "horizontal" && dx <= -AWAY_PX : axis === "vertical" && dy >= AWAY_PX)
        onAway();
    };

    target.addEventListener("touchstart", onStart, { passive: true });
    target.addEventListener("touchend", onEnd);
    return () => {
      target.removeEventListener("touchstart", onStart);
      target.removeEventListener("touchend", onEnd);
    };
  }, [element, direction, onAway]);
}

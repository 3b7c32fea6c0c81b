import { DRAG_MAX_ANGLE_DEG, DRAG_THRESHOLD_PX } from "@lamina/shared/core/limits";

type DragAxis = "undecided" | "vertical" | "horizontal" | "neither";

/**
 * The axis of a drag by (`dx`, `dy`) CSS pixels (specification §9). Undecided below 10 px. A drag belongs to an axis
 * within 40° of it, and to neither between the two cones.
 */
export function dragAxis(dx: number, dy: number): DragAxis {
  if (Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return "undecided";
  const fromHorizontal = (Math.atan2(Math.abs(dy), Math.abs(dx)) * 180) / Math.PI;
  if (fromHorizontal <= DRAG_MAX_ANGLE_DEG) return "horizontal";
  return 90 - fromHorizontal <= DRAG_MAX_ANGLE_DEG ? "vertical" : "neither";
}

/**
 * True when an element from `from` up to `top` handles a downward drag itself, because it is scrolled down or is moved
 * by touch, as a map is.
 */
export function ownsDrag(from: EventTarget | null, top: Element): boolean {
  for (let node = from instanceof Element ? from : null; node && node !== top; node = node.parentElement) {
    if (node.scrollTop > 0 || getComputedStyle(node).getPropertyValue("touch-action") === "none") return true;
  }
  return false;
}

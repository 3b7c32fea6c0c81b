import { DRAG_MAX_ANGLE_DEG, DRAG_THRESHOLD_PX } from "@lamina/shared/core/limits";

type DragAxis = "undecided" | "vertical" | "horizontal" | "neither";

/**
 * What a finger that moved by (`dx`, `dy`) CSS pixels means (specification §9): nothing before 10 px; then the axis that it
 * follows within 40°; between the two cones, neither.
 */
export function dragAxis(dx: number, dy: number): DragAxis {
  if (Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return "undecided";
  const fromHorizontal = (Math.atan2(Math.abs(dy), Math.abs(dx)) * 180) / Math.PI;
  if (fromHorizontal <= DRAG_MAX_ANGLE_DEG) return "horizontal";
  return 90 - fromHorizontal <= DRAG_MAX_ANGLE_DEG ? "vertical" : "neither";
}

/**
 * Whether something from `from` up to `top` wants a drag downwards for itself: it is scrolled down, and would scroll back, or
 * moves by touch, as a map does.
 */
export function ownsDrag(from: EventTarget | null, top: Element): boolean {
  for (let node = from instanceof Element ? from : null; node && node !== top; node = node.parentElement) {
    if (node.scrollTop > 0 || getComputedStyle(node).getPropertyValue("touch-action") === "none") return true;
  }
  return false;
}

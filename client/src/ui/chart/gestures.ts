import { dragAxis } from "../gestures/drag.ts";

/** Requests of fingers, mouse and wheel. Pixels count from the left edge of the element. */
interface GestureHandlers {
  /** Points at a position. */
  point(pixel: number): void;
  /** The mouse left. */
  leave(): void;
  /** Pans by some pixels; positive is to the right. */
  pan(pixels: number): void;
  /** Widens (above 1) or narrows (below 1) the view, with `pixel` fixed. */
  zoom(pixel: number, factor: number): void;
  /** True when the chart can pan. Otherwise a drag points. */
  canPan(): boolean;
}

/** Change of width for one notch of a wheel, which is 100 to 120 pixels: a quarter. */
const WHEEL_STEP = 0.0025;

/**
 * Listens to an element with the style `touch-action: pan-y`, so that the browser scrolls the page on a vertical swipe.
 * A horizontal swipe pans, or points when the whole period is visible. Two fingers zoom. A wheel zooms with Ctrl or ⌘,
 * and pans sideways. Returns a stop function.
 */
export function listenToGestures(element: HTMLElement, handlers: GestureHandlers): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  const start = new Map<number, { x: number; y: number }>();
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const leftEdge = () => element.getBoundingClientRect().left;

  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    const pixel = event.clientX - leftEdge();
    if (!before) {
      if (event.pointerType === "mouse") handlers.point(pixel);
      return;
    }
    const [one, other] = fingers.values();
    if (one && other) {
      const wide = Math.abs(one.x - other.x);
      const middle = (one.x + other.x) / 2;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const [first, second] = [...fingers.values()] as [typeof one, typeof other];
      handlers.pan((first.x + second.x) / 2 - middle);
      const now = Math.abs(first.x - second.x);
      // Fingers above each other give no horizontal distance.
      if (wide > 20 && now > 20) handlers.zoom((first.x + second.x) / 2 - leftEdge(), wide / now);
      return;
    }
    const from = start.get(event.pointerId) ?? before;
    const axis = dragAxis(event.clientX - from.x, event.clientY - from.y);
    if (axis === "undecided" || (event.pointerType === "touch" && axis === "vertical")) return;
    element.setPointerCapture?.(event.pointerId);
    if (handlers.canPan()) handlers.pan(event.clientX - before.x);
    else handlers.point(pixel);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  const up = (event: PointerEvent) => {
    const from = start.get(event.pointerId);
    fingers.delete(event.pointerId);
    start.delete(event.pointerId);
    if (from && dragAxis(event.clientX - from.x, event.clientY - from.y) === "undecided") {
      handlers.point(event.clientX - leftEdge());
    }
  };

  const cancel = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    start.delete(event.pointerId);
  };

  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      handlers.zoom(event.clientX - leftEdge(), Math.exp(event.deltaY * WHEEL_STEP));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && handlers.canPan()) {
      event.preventDefault();
      handlers.pan(-event.deltaX);
    }
  };

  element.addEventListener("pointerdown", down, options);
  element.addEventListener("pointermove", move, options);
  element.addEventListener("pointerup", up, options);
  element.addEventListener("pointercancel", cancel, options);
  element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && handlers.leave(), options);
  element.addEventListener("wheel", wheel, { ...options, passive: false });
  return () => stop.abort();
}

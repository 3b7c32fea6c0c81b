import { DRAG_THRESHOLD_PX } from "@lamina/shared/core/limits";

const PRESSED = "button, a[href], summary";

const nameOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent;

/** The element itself; where new data have replaced it, the only one of its name. */
function stillThere(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element;
  const same = [...document.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (one) => nameOf(one) === nameOf(element),
  );
  return same.length === 1 ? same[0] : undefined;
}

/**
 * The release of a finger or a mouse clicks the button that it pressed, also if new data have moved that button meanwhile:
 * the browser clicks only the common parent of both places. Returns a stop function.
 */
export function keepPresses(): () => void {
  let held: { element: HTMLElement; x: number; y: number } | null = null;

  function press({ target, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
    const element = target instanceof Element ? target.closest<HTMLElement>(PRESSED) : null;
    held = element && isPrimary ? { element, x, y } : null;
  }

  function click(event: MouseEvent): void {
    const pressed = held;
    held = null;
    // No pointer has made a click of a key or a script.
    if (!pressed || event.detail === 0) return;
    if (event.target instanceof Node && pressed.element.contains(event.target)) return;
    // The user moved away, to cancel the press.
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_THRESHOLD_PX) return;
    const element = stillThere(pressed.element);
    if (!element) return;
    event.stopPropagation();
    event.preventDefault();
    element.click();
  }

  window.addEventListener("pointerdown", press, true);
  window.addEventListener("click", click, true);
  return () => {
    window.removeEventListener("pointerdown", press, true);
    window.removeEventListener("click", click, true);
  };
}

import { type RefObject, useEffect, useRef, useState } from "react";

/** Moves the focus to the toasts, because the way with Tab is as long as the page. */
export const SHORTCUT = "F8";

/**
 * Whether the pointer or the focus is on a place with content, and the element that had the focus before. Uses native
 * listeners, because React fires no focus events while it removes elements.
 */
export function useHeld(place: RefObject<HTMLElement | null>, isFilled: boolean) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || !isFilled) return;
    const listening = new AbortController();
    const { signal } = listening;
    const isInside = (target: EventTarget | null) => target instanceof Node && element.contains(target);
    // A toast may appear below a resting pointer, which does not count. A moving pointer does.
    element.addEventListener("pointermove", () => setPointed(true), { signal });
    element.addEventListener("pointerleave", () => setPointed(false), { signal });
    element.addEventListener(
      "focusin",
      ({ relatedTarget }) => {
        if (!isInside(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
        setFocused(true);
      },
      { signal },
    );
    element.addEventListener("focusout", ({ relatedTarget }) => setFocused(isInside(relatedTarget)), { signal });
    // Removing an element under the pointer fires no leave event.
    return () => {
      listening.abort();
      setPointed(false);
      setFocused(false);
    };
  }, [place, isFilled]);
  return { held: pointed || focused, cameFrom };
}

/** Moves the focus to a place with the shortcut, and counts presses of Tab. */
export function useKeyboardWay(place: RefObject<HTMLElement | null>, isFilled: boolean): number {
  const [steps, setSteps] = useState(0);
  useEffect(() => {
    if (!isFilled) return;
    const walk = ({ key }: KeyboardEvent) => {
      if (key === "Tab") setSteps((before) => before + 1);
      if (key === SHORTCUT) place.current?.querySelector("button")?.focus();
    };
    document.addEventListener("keydown", walk);
    return () => document.removeEventListener("keydown", walk);
  }, [place, isFilled]);
  return steps;
}

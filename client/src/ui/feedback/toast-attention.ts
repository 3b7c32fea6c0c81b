import { type RefObject, useEffect, useRef, useState } from "react";

/** Leads the keyboard to what is shown: the way there with Tab is as long as the page. */
export const SHORTCUT = "F8";

/**
 * Whether the pointer or the focus is on a place that is filled, and what had the focus before. By listeners of its own:
 * React hears of no focus while it takes elements away.
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
    // A pointer beneath which it appears is about something else: one that moves on it is not.
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
    // What is taken away beneath a pointer tells of no leaving.
    return () => {
      listening.abort();
      setPointed(false);
      setFocused(false);
    };
  }, [place, isFilled]);
  return { held: pointed || focused, cameFrom };
}

/** Leads to a place by its shortcut, and counts the steps of who walks by Tab. */
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

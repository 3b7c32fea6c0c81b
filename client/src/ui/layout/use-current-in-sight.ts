import { type RefObject, useEffect, useRef } from "react";

/** Space in CSS pixels before the current item, so that the user sees that there is a previous one. */
const BEFORE = 56;

/**
 * Scrolls a row sideways to its current item on the first render and when another item becomes current. Later scrolling
 * by the user is not changed.
 * @param current identifies the current item
 */
export function useCurrentInSight<Row extends HTMLElement>(current: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` triggers the effect
  useEffect(() => {
    const found = row.current;
    const chosen = found?.querySelector("[aria-current], :checked");
    if (!found || !chosen) return;
    // Called after the next layout. Measured at once, the whole page would be laid out for this alone.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      found.scrollLeft += chosen.getBoundingClientRect().left - found.getBoundingClientRect().left - BEFORE;
    });
    observer.observe(found);
    return () => observer.disconnect();
  }, [current]);
  return row;
}

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
    const chosen = row.current?.querySelector("[aria-current], :checked");
    if (!row.current || !chosen) return;
    row.current.scrollLeft += chosen.getBoundingClientRect().left - row.current.getBoundingClientRect().left - BEFORE;
  }, [current]);
  return row;
}

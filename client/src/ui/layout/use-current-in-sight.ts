import { type RefObject, useEffect, useRef } from "react";

/** Room, in CSS pixels, in which the neighbour before the current one shows that there is one. */
const BEFORE = 56;

/**
 * Scrolls a row sideways, when it is first shown and whenever something else is chosen, to what is current in it. Who
 * scrolls on by hand is left alone.
 * @param current says which one it is, and changes with it
 */
export function useCurrentInSight<Row extends HTMLElement>(current: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when to look anew
  useEffect(() => {
    const chosen = row.current?.querySelector("[aria-current], :checked");
    if (!row.current || !chosen) return;
    row.current.scrollLeft += chosen.getBoundingClientRect().left - row.current.getBoundingClientRect().left - BEFORE;
  }, [current]);
  return row;
}

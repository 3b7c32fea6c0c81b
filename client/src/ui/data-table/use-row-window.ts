import { type RefObject, useCallback, useEffect, useState } from "react";
import { type RowWindow, rowWindow } from "./row-window.ts";

/** Height of a row before one was measured, and of a window before it was. */
const ROW_PX = 40;
const WINDOW_PX = 600;
/** The window moves on by so many rows at once: drawing anew at each row would cost more than it saves. */
const BLOCK = 6;

/** Draws only the rows near what is seen of a scrolling element. `all` draws every row, as for paper. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, all: boolean): RowWindow {
  const [seen, setSeen] = useState({ top: 0, height: WINDOW_PX, row: ROW_PX });
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const row = element.querySelector<HTMLElement>("tbody tr[aria-rowindex]")?.offsetHeight || ROW_PX;
    const top = Math.floor(element.scrollTop / (row * BLOCK)) * row * BLOCK;
    const height = element.clientHeight || WINDOW_PX;
    setSeen((before) =>
      before.top === top && before.height === height && before.row === row ? before : { top, height, row },
    );
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [scroller, measure]);

  if (all) return { first: 0, end: count, before: 0, after: 0 };
  return rowWindow(count, seen.row, Math.min(seen.top, count * seen.row), seen.height);
}

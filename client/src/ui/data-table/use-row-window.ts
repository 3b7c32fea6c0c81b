import { type RefObject, useCallback, useEffect, useState } from "react";
import { type RowWindow, rowWindow } from "./row-window.ts";

/** Height of a row and of the window before they are measured. */
const ROW_PX = 40;
const WINDOW_PX = 600;
/** The window moves by this many rows at once, because a render for each row would be too slow. */
const BLOCK = 6;

/** Renders only the rows near the visible part of a scrolling element. `all` renders every row, for printing. */
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

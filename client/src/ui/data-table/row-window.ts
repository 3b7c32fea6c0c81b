/** The rows that are drawn, and the room that the others leave. */
export interface RowWindow {
  first: number;
  /** After the last one. */
  end: number;
  before: number;
  after: number;
}

/** Rows drawn beyond each edge, so that fast scrolling shows rows and not blanks; more than the window moves at once. */
const OVERSCAN = 14;
/** Short tables are drawn whole. */
export const WHOLE_UP_TO = 120;

/** Which of `count` rows of `rowHeight` pixels to draw in a window of `height` pixels that is scrolled by `scrollTop`. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  if (count <= WHOLE_UP_TO || rowHeight <= 0) return { first: 0, end: count, before: 0, after: 0 };
  const first = Math.min(count - 1, Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN));
  const end = Math.min(count, first + Math.ceil(height / rowHeight) + 2 * OVERSCAN);
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight };
}

/** The rendered rows, and the space of the others. */
export interface RowWindow {
  first: number;
  /** Index after the last one. */
  end: number;
  before: number;
  after: number;
}

/** Rows rendered beyond each edge, so that fast scrolling shows no blanks. More than one step of the window. */
const OVERSCAN = 14;
/** Tables up to this length are rendered whole. */
export const WHOLE_UP_TO = 120;

/**
 * The rows to render, of `count` rows of `rowHeight` pixels, in a window of `height` pixels scrolled by `scrollTop`.
 */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  if (count <= WHOLE_UP_TO || rowHeight <= 0) return { first: 0, end: count, before: 0, after: 0 };
  const first = Math.min(count - 1, Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN));
  const end = Math.min(count, first + Math.ceil(height / rowHeight) + 2 * OVERSCAN);
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight };
}

import { DAY_MINUTES } from "@lamina/shared/core/time";
import { DAYS } from "@lamina/shared/records/config";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { SLOT_MIN } from "./week.ts";

export const SLOTS = DAY_MINUTES / SLOT_MIN;

/** A half hour of the week. */
export interface Slot {
  day: number;
  slot: number;
}

/** A rectangle of half hours between two corners. */
export interface Area {
  from: Slot;
  to: Slot;
}

/** True when a half hour is in an area, for any order of its corners. */
export function isIn({ from, to }: Area, { day, slot }: Slot): boolean {
  const between = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  return between(day, from.day, to.day) && between(slot, from.slot, to.slot);
}

/**
 * Painting on the week. The mouse drags. A finger touches the first and the last half hour, because dragging scrolls.
 * On the keyboard, arrows move, space paints, and Shift with arrows paints while moving.
 * @param vertical hours run downwards, days to the right
 */
export function useWeekPaint(vertical: boolean, onPaint: (area: Area) => void) {
  /** The cell with the keyboard focus. */
  const [cursor, setCursor] = useState<Slot>({ day: 0, slot: 0 });
  /** The area that a release now would paint. */
  const [area, setArea] = useState<Area | null>(null);
  const drag = useRef<Area | null>(null);
  const pointer = useRef("");
  const table = useRef<HTMLTableElement>(null);
  const paint = useRef(onPaint);
  paint.current = onPaint;

  // The mouse may be released anywhere on the page.
  useEffect(() => {
    const end = (event: Event) => {
      if (drag.current && event.type === "pointerup") paint.current(drag.current);
      if (drag.current) setArea(null);
      drag.current = null;
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    return () => {
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
  }, []);

  function reach(next: Area) {
    drag.current = next;
    setArea(next);
  }

  function onPointerDown(event: PointerEvent) {
    pointer.current = event.pointerType;
    const at = slotOf(event);
    if (at && event.pointerType === "mouse" && event.button === 0) reach({ from: at, to: at });
  }

  function onPointerOver(event: PointerEvent) {
    const at = slotOf(event);
    if (at && drag.current) reach({ from: drag.current.from, to: at });
  }

  function onClick(event: MouseEvent) {
    const at = slotOf(event);
    if (!at || pointer.current === "mouse") return;
    if (!area) return setArea({ from: at, to: at });
    setArea(null);
    onPaint({ from: area.from, to: at });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === " ") {
      event.preventDefault();
      return onPaint({ from: cursor, to: cursor });
    }
    if (event.key === "Escape") return setArea(null);
    const step = steps(vertical)[event.key];
    if (!step) return;
    event.preventDefault();
    const next = {
      day: Math.min(DAYS - 1, Math.max(0, cursor.day + step.day)),
      slot: Math.min(SLOTS - 1, Math.max(0, cursor.slot + step.slot)),
    };
    if (event.shiftKey) onPaint({ from: cursor, to: next });
    setCursor(next);
    table.current?.querySelector<HTMLElement>(selectorOf(next))?.focus();
  }

  return {
    cursor,
    area,
    table,
    handlers: { onPointerDown, onPointerOver, onClick, onKeyDown },
    follow: setCursor,
  };
}

const selectorOf = ({ day, slot }: Slot) => `[data-day="${day}"][data-slot="${slot}"]`;

function steps(vertical: boolean): Record<string, Slot | undefined> {
  const [back, on] = [
    { day: 0, slot: -1 },
    { day: 0, slot: 1 },
  ];
  const [before, after] = [
    { day: -1, slot: 0 },
    { day: 1, slot: 0 },
  ];
  const ends = { Home: { day: 0, slot: -SLOTS }, End: { day: 0, slot: SLOTS } };
  return vertical
    ? { ArrowUp: back, ArrowDown: on, ArrowLeft: before, ArrowRight: after, ...ends }
    : { ArrowLeft: back, ArrowRight: on, ArrowUp: before, ArrowDown: after, ...ends };
}

function slotOf({ target }: { target: EventTarget }): Slot | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-slot]") : null;
  return cell ? { day: Number(cell.dataset.day), slot: Number(cell.dataset.slot) } : null;
}

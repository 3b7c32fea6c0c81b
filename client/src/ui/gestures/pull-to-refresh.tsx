import { useEffect, useRef, useState } from "react";
import { Mark } from "../icons/mark.tsx";
import { text } from "../text.ts";
import { dragAxis, ownsDrag } from "./drag.ts";
import styles from "./pull-to-refresh.module.css";

/** A release beyond this distance refreshes. The figure follows the finger at half its speed. */
const RELEASE_PX = 72;
const RESISTANCE = 0.5;

interface PullToRefreshProps {
  /** Called on release. The figure turns until it resolves. */
  onRefresh: () => Promise<void>;
}

/** Pull-to-refresh, from the top edge of the page only. */
export function PullToRefresh({ onRefresh }: PullToRefreshProps) {
  const [pulled, setPulled] = useState(0);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;

  useEffect(() => {
    if (refreshing) return;
    let start: Touch | undefined;
    let distance = 0;

    const follow = (next: number) => {
      distance = next;
      setPulled(next);
    };
    const onStart = (event: TouchEvent) => {
      const isAtTop = window.scrollY <= 0 && !document.querySelector("dialog[open]");
      const isFree = isAtTop && !ownsDrag(event.target, document.documentElement);
      start = isFree && event.touches.length === 1 ? event.touches[0] : undefined;
    };
    const onMove = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!start || !touch) return;
      const dy = touch.clientY - start.clientY;
      if (distance === 0) {
        const axis = dragAxis(touch.clientX - start.clientX, dy);
        if (axis === "undecided") return;
        if (axis !== "vertical" || dy < 0) {
          start = undefined;
          return;
        }
      }
      if (event.cancelable) event.preventDefault();
      follow(Math.max(dy * RESISTANCE, 1));
    };
    const onEnd = () => {
      if (distance >= RELEASE_PX) {
        setRefreshing(true);
        void refresh.current().finally(() => setRefreshing(false));
      }
      start = undefined;
      follow(0);
    };

    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener("touchstart", onStart, { passive: true, signal });
    document.addEventListener("touchmove", onMove, { passive: false, signal });
    document.addEventListener("touchend", onEnd, { signal });
    document.addEventListener("touchcancel", () => follow(0), { signal });
    return () => listeners.abort();
  }, [refreshing]);

  const shift = refreshing ? RELEASE_PX : Math.min(pulled, RELEASE_PX * 1.25);
  if (shift === 0) return null;
  return (
    <div className={styles.figure} style={{ transform: `translateY(${shift}px)` }} role="status">
      <span style={{ transform: `rotate(${pulled * 2}deg)` }}>
        <Mark size={28} turning={refreshing} />
      </span>
      {refreshing && <span className="only-read">{text.loading}</span>}
    </div>
  );
}

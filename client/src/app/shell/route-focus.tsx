import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { firstSegment } from "../../core/navigation/sections.ts";

/**
 * What a browser does when a page is loaded: from one section to another the focus goes to the new heading; from one tab
 * to the next it stays on the tab, and the new title is spoken.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    const before = shown.current;
    shown.current = pathname;
    if (before === pathname) return;
    if (firstSegment(before) === firstSegment(pathname)) setSpoken(document.title);
    else document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p className="only-read" role="status">
      {spoken}
    </p>
  );
}

import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { firstSegment } from "../../core/navigation/sections.ts";

/**
 * Does what a browser does on a page load. A new section moves the focus to its heading. A new tab keeps the focus on
 * the tab and announces the new title.
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

import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { publishEvent } from "../core/realtime/current-realtime.ts";

/** Publishes `navigation` on each change of the path (readings, 19). */
export function NavigationEvents() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    publishEvent("navigation", { from: shown.current, to: pathname });
    shown.current = pathname;
  }, [pathname]);
  return null;
}

import type { DataRouter } from "react-router-dom";
import { createPath } from "react-router-dom";

/**
 * Navigating to the current URL reloads the page (§2), also through a redirect, such as the menu's `/charts` on
 * `/charts/pluviometry`. This holds for links, menus and code. It does not hold for the browser's back and forward, nor
 * for /login, because a session that ends on the login page leads there again. Returns a stop function.
 */
export function reloadOnSameUrl(router: DataRouter, reload: () => void): () => void {
  let shown = router.state.location;
  return router.subscribe(({ initialized, navigation, location, historyAction }) => {
    if (!initialized || navigation.state !== "idle" || location.key === shown.key) return;
    const same = createPath(location) === createPath(shown);
    shown = location;
    if (same && historyAction !== "POP" && location.pathname !== "/login") reload();
  });
}

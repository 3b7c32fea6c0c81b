import type { DataRouter } from "react-router-dom";
import { createPath } from "react-router-dom";

/**
 * Navigating to the URL already shown reloads the page (§2): also through a redirect, such as the menu's `/charts` on
 * `/charts/pluviometry`. Links, menus and code navigate as usual. The browser's back and forward do not count, and
 * neither does /login, to which a session that ends there leads. Returns how to stop.
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

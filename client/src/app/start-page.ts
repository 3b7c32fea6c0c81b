import { createBrowserRouter } from "react-router-dom";
import { onMissingToken, session } from "../core/session/current-session.ts";
import { onLinkOpened } from "../platform/lifecycle.ts";
import { onNotificationOpened } from "../platform/notifications/notifications.ts";
import { page } from "../platform/page.ts";
import { isNative } from "../platform/platform.ts";
import { eraseAfterSession } from "./erase-after-session.ts";
import { fetchAhead } from "./fetch-ahead.ts";
import { followSession } from "./follow-session.ts";
import { reloadOnSameUrl } from "./reload-on-same-url.ts";
import { routes } from "./routes.tsx";

type PageRouter = ReturnType<typeof createBrowserRouter>;

/** Creates the page's router and connects the parts around it. */
export function startPage(): PageRouter {
  // The phone's app always starts at `/`, which renews the token and so needs a connection. The app must also open
  // without one.
  if (isNative() && location.pathname === "/") history.replaceState(null, "", "/home");
  const router = createBrowserRouter(routes);
  joinParts(router);
  fetchAhead(session.state.get().user !== null);
  return router;
}

/** Connects session and router in both directions. Returns a function that disconnects them. */
export function joinParts(router: PageRouter): () => void {
  onMissingToken(() => void router.navigate("/logout"));
  const stops = [
    followSession(router, session),
    onLinkOpened((path) => void router.navigate(path)),
    onNotificationOpened((path) => void router.navigate(path)),
    reloadOnSameUrl(router, page.reload),
    eraseAfterSession(session),
    session.dispose,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

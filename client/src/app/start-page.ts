import { createBrowserRouter } from "react-router-dom";
import { onMissingToken, session } from "../core/session/current-session.ts";
import { page } from "../platform/page.ts";
import { isNative } from "../platform/platform.ts";
import { eraseAfterSession } from "./erase-after-session.ts";
import { fetchAhead } from "./fetch-ahead.ts";
import { followSession } from "./follow-session.ts";
import { reloadOnSameUrl } from "./reload-on-same-url.ts";
import { routes } from "./routes.tsx";

type PageRouter = ReturnType<typeof createBrowserRouter>;

/** Makes the page's router and joins the parts around it. */
export function startPage(): PageRouter {
  // The phone's app always starts at `/`, which renews the token and so wants a connection; it opens without one too.
  if (isNative() && location.pathname === "/") history.replaceState(null, "", "/home");
  const router = createBrowserRouter(routes);
  joinParts(router);
  fetchAhead(session.state.get().user !== null);
  return router;
}

/** Leads the session to addresses and addresses to the session. Returns what parts them again. */
export function joinParts(router: PageRouter): () => void {
  onMissingToken(() => void router.navigate("/logout"));
  const stops = [
    followSession(router, session),
    reloadOnSameUrl(router, page.reload),
    eraseAfterSession(session),
    session.dispose,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

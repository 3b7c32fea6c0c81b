import { createBrowserRouter } from "react-router-dom";
import { connectCredentials } from "../api/http.ts";
import { session } from "../core/session/current-session.ts";
import { registerAppUpdate } from "../platform/app-update.ts";
import { page } from "../platform/page.ts";
import { isNative } from "../platform/platform.ts";
import { followSession } from "./follow-session.ts";
import { reloadOnSameUrl } from "./reload-on-same-url.ts";
import { routes } from "./routes.tsx";

/** Joins the parts of the page once, at its start: token to calls, session to addresses. */
export function startPage(): ReturnType<typeof createBrowserRouter> {
  // The phone's app always starts at `/`, which renews the token and so wants a connection; it opens without one too.
  if (isNative() && location.pathname === "/") history.replaceState(null, "", "/home");
  const router = createBrowserRouter(routes);
  connectCredentials({
    token: session.token,
    missing: () => void router.navigate("/logout"),
    refused: session.refused,
  });
  followSession(router, session);
  reloadOnSameUrl(router, page.reload);
  registerAppUpdate();
  return router;
}

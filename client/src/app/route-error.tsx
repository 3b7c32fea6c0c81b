import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { onConnectivity } from "../platform/lifecycle.ts";
import { page } from "../platform/page.ts";
import { ErrorPage } from "./shell/notices/error-page.tsx";
import { text } from "./shell/text.ts";
import { useOnline } from "./shell/use-online.ts";
import { isStaleBuild } from "./stale-build.ts";

/**
 * Replaces a page that failed. When its code did not load: without a connection waits for one, with a connection offers
 * the newer build.
 */
export function RouteError() {
  const error = useRouteError();
  const online = useOnline();
  const unloaded = isStaleBuild(error);
  useEffect(() => {
    console.error(text.pageFailed, error);
  }, [error]);
  // A browser does not import a failed module again, so the page is reloaded.
  useEffect(() => (unloaded ? onConnectivity((back) => back && page.reload()) : undefined), [unloaded]);
  return <ErrorPage kind={unloaded ? (online ? "stale-build" : "offline") : "failure"} onReload={page.reload} />;
}

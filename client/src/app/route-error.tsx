import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { page } from "../platform/page.ts";
import { ErrorPage } from "./shell/notices/error-page.tsx";
import { text } from "./shell/text.ts";
import { isStaleBuild } from "./stale-build.ts";

/** Replaces a page that failed. When the page belongs to an older build, offers to load the new one. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error(text.pageFailed, error);
  }, [error]);
  return <ErrorPage kind={isStaleBuild(error) ? "stale-build" : "failure"} onReload={page.reload} />;
}

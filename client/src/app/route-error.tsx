import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { page } from "../platform/page.ts";
import { ErrorPage } from "./shell/notices/error-page.tsx";
import { isStaleBuild } from "./stale-build.ts";

/** What stands in place of a page that failed. A page of an older build is offered anew. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error("Falha ao mostrar a página", error);
  }, [error]);
  return <ErrorPage kind={isStaleBuild(error) ? "stale-build" : "failure"} onReload={page.reload} />;
}

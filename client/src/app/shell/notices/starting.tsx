import { useEffect, useState } from "react";
import { page } from "../../../platform/page.ts";
import { Loading } from "../../../ui/feedback/states.tsx";
import { ErrorPage } from "./error-page.tsx";

/** A line that is not cut but brings nothing keeps a page's code waiting for minutes. */
export const SLOW_MS = 10_000;

/** Before the first page: the start waits, and after `SLOW_MS` says so and offers a reload. */
export function Starting() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? <ErrorPage kind="slow" onReload={page.reload} /> : <Loading />;
}

import { useEffect } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Mark } from "../../../ui/icons/mark.tsx";
import { PRODUCT } from "../../../ui/layout/page.tsx";
import { text } from "../text.ts";
import styles from "./error-page.module.css";

/** Replaces a page that failed. `stale-build`: the page's code is gone because a newer version was deployed. */
export function ErrorPage({ kind, onReload }: { kind: "failure" | "stale-build"; onReload: () => void }) {
  const title = kind === "stale-build" ? text.staleBuild : text.failure;
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return (
    <section role="alert" className={styles.page}>
      <Mark size={72} />
      <h1>{title}</h1>
      <p>{kind === "stale-build" ? text.staleBuildHint : text.failureHint}</p>
      <Button variant="primary" icon="refresh" onClick={onReload}>
        {text.reload}
      </Button>
    </section>
  );
}

import { useEffect } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Mark } from "../../../ui/icons/mark.tsx";
import { PRODUCT } from "../../../ui/layout/page.tsx";
import { text } from "../text.ts";
import styles from "./error-page.module.css";

/**
 * Replaces a page that failed. `stale-build`: the page's code is gone because a newer version was deployed. `offline`:
 * it is not on this device, and a reload would lose the app.
 */
export function ErrorPage({ kind, onReload }: { kind: keyof typeof text.errors; onReload: () => void }) {
  const { title, hint } = text.errors[kind];
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return (
    <section role="alert" className={styles.page}>
      <Mark size={72} />
      <h1>{title}</h1>
      <p>{hint}</p>
      {kind !== "offline" && (
        <Button variant="primary" icon="refresh" onClick={onReload}>
          {text.reload}
        </Button>
      )}
    </section>
  );
}

import { useEffect } from "react";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { Mark } from "../../../ui/icons/mark.tsx";
import { PRODUCT } from "../../../ui/layout/page.tsx";
import { text } from "../text.ts";
import styles from "./error-page.module.css";

/** The page for an unknown address. */
export function Component() {
  useEffect(() => {
    document.title = `${text.notFound} · ${PRODUCT}`;
  }, []);
  return (
    <section className={styles.page}>
      <Mark size={72} />
      <h1 tabIndex={-1}>{text.notFound}</h1>
      <p>{text.notFoundHint}</p>
      <ButtonLink to="/home" variant="primary" icon="home">
        {text.home}
      </ButtonLink>
    </section>
  );
}

import type { ReactNode } from "react";
import styles from "./card.module.css";

interface CardProps {
  title?: ReactNode;
  /** At the end of the title's line: a status, a counter or an action. */
  aside?: ReactNode;
  /** Without padding, for a table or a list up to the edges. */
  flush?: boolean;
  children: ReactNode;
}

/** A surface for one subject. */
export function Card({ title, aside, flush = false, children }: CardProps) {
  return (
    <section className={styles.card}>
      {(title || aside) && (
        <header className={styles.header}>
          <h2 className="medium">{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? undefined : styles.body}>{children}</div>
    </section>
  );
}

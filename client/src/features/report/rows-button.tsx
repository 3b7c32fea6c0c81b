import type { ReactNode } from "react";
import styles from "./rows-button.module.css";

/** A number that shows its rows. */
export function RowsButton({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.open} onClick={onOpen}>
      {children}
    </button>
  );
}

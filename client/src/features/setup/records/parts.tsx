import { Link } from "react-router-dom";
import { partAddress } from "./params.ts";
import styles from "./parts.module.css";

interface PartsProps<Part extends string> {
  /** Names the row. */
  label: string;
  parts: readonly { part: Part; label: string }[];
  current: Part;
}

/** The kinds of record of one screen, side by side. Links: back goes where one came from. */
export function Parts<Part extends string>({ label, parts, current }: PartsProps<Part>) {
  return (
    <nav className={styles.parts} aria-label={label} data-print="hide">
      {parts.map(({ part, label: word }) => (
        <Link
          key={part}
          to={partAddress(part)}
          preventScrollReset
          className={styles.part}
          aria-current={part === current ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}

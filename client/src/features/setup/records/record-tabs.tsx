import { Link } from "react-router-dom";
import { classNames } from "../../../ui/class-names.ts";
import { useCurrentInSight } from "../../../ui/layout/use-current-in-sight.ts";
import { partAddress } from "./data/params.ts";
import styles from "./record-tabs.module.css";

interface RecordTabsProps<Part extends string> {
  label: string;
  parts: readonly { part: Part; label: string }[];
  current: Part;
}

/** The kinds of record of one screen as a row of links, so that back returns to the previous one. */
export function RecordTabs<Part extends string>({ label, parts, current }: RecordTabsProps<Part>) {
  const row = useCurrentInSight<HTMLElement>(current);
  return (
    <nav ref={row} className={classNames(styles.parts, "scrolls-sideways")} aria-label={label} data-print="hide">
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

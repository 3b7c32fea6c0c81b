import { NavLink, useLocation } from "react-router-dom";
import { classNames } from "../class-names.ts";
import styles from "./tabs.module.css";
import { useCurrentInSight } from "./use-current-in-sight.ts";

interface Tab {
  to: string;
  label: string;
}

interface TabsProps {
  /** Label of the row of tabs. */
  label: string;
  tabs: readonly Tab[];
}

/**
 * The pages of a section, side by side. They are links, so that they can open in a new window and are in the history.
 */
export function Tabs({ label, tabs }: TabsProps) {
  const { pathname } = useLocation();
  // Eight tabs do not fit on a phone. Their words come from the API and may arrive after the tabs.
  const row = useCurrentInSight<HTMLElement>([pathname, ...tabs.map((tab) => tab.label)].join(" "));
  return (
    <nav ref={row} className={classNames(styles.tabs, "scrolls-sideways")} aria-label={label} data-print="hide">
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} className={styles.tab}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}

import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router-dom";
import styles from "./tabs.module.css";

export interface Tab {
  to: string;
  label: string;
}

interface TabsProps {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly Tab[];
}

/** The pages of a section, side by side. They are links: they open in a new window, and the browser remembers them. */
export function Tabs({ label, tabs }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const words = tabs.map((tab) => tab.label).join(" ");
  // Eight tabs do not fit on a phone: the current one must not hide beyond the edge. Who scrolls on by hand is left alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address and the words say where the current one is
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 16;
  }, [pathname, words]);
  return (
    <nav ref={row} className={styles.tabs} aria-label={label} data-print="hide">
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} className={styles.tab}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}

import { Link } from "react-router-dom";
import type { MenuTab } from "../../../core/menu/use-menu.ts";
import { Mark } from "../../../ui/icons/mark.tsx";
import { PRODUCT } from "../../../ui/layout/page.tsx";
import { text } from "../text.ts";
import { NavTree } from "./nav-tree.tsx";
import styles from "./sidebar.module.css";

/** The menu on wide screens: always open, at the left. */
export function Sidebar({ items }: { items: readonly MenuTab[] }) {
  return (
    <nav aria-label={text.mainMenu} className={styles.sidebar} data-print="hide">
      <p className={styles.name}>
        <Mark size={30} />
        {PRODUCT}
      </p>
      <div className={styles.entries}>
        <NavTree items={items} />
      </div>
      <Link to="/policy" className={styles.policy}>
        {text.policy}
      </Link>
    </nav>
  );
}

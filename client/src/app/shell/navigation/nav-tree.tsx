import { Link } from "react-router-dom";
import type { MenuTab } from "../../../core/menu/use-menu.ts";
import { firstSegment } from "../../../core/navigation/sections.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { menuIcon } from "./menu-icon.ts";
import styles from "./nav-tree.module.css";

interface NavTreeProps {
  items: readonly MenuTab[];
  onNavigate?: () => void;
}

/**
 * The menu of the API. The children of a section are tabs of its page and not listed. Other nested entries are listed
 * below their parent.
 */
export function NavTree({ items, onNavigate }: NavTreeProps) {
  return (
    <ul className={styles.list}>
      {items.map((item) => {
        const nested = item.children.filter((child) => !isTab(item, child));
        return (
          <li key={item.id}>
            {item.path ? (
              <Link
                to={item.path}
                className={styles.entry}
                aria-current={item.current ? "page" : undefined}
                onClick={onNavigate}
              >
                <Icon name={menuIcon(item)} size={22} />
                <span className={styles.label}>{item.title}</span>
              </Link>
            ) : (
              <span className={styles.heading}>{item.title}</span>
            )}
            {nested.length > 0 && <NavTree items={nested} onNavigate={onNavigate} />}
          </li>
        );
      })}
    </ul>
  );
}

function isTab(item: MenuTab, child: MenuTab): boolean {
  return item.path !== "" && child.children.length === 0 && firstSegment(item.path) === firstSegment(child.path);
}

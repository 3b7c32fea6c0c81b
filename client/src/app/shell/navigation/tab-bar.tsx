import { useState } from "react";
import { Link } from "react-router-dom";
import { DEFAULT_MENU_TEXT } from "../../../core/menu/text.ts";
import type { MenuTab } from "../../../core/menu/use-menu.ts";
import { firstSegment } from "../../../core/navigation/sections.ts";
import { useMedia } from "../../../ui/data-table/use-media.ts";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { AccountPanel } from "../account-panel.tsx";
import { text } from "../text.ts";
import { menuIcon } from "./menu-icon.ts";
import { NavTree } from "./nav-tree.tsx";
import styles from "./tab-bar.module.css";

/** Entries that fit beside "Mais", also when the words are large for the window. */
const TABS = 4;
const LARGE_TABS = 2;
/** In em, which follows the browser's text size. */
const LARGE_WORDS = "(max-width: 17em)";
/** The short title of each section. */
const sectionWords = new Map<string, string>(Object.entries(DEFAULT_MENU_TEXT));

/** The phone's menu: the first entries at the bottom, all of them in the drawer. */
export function TabBar({ items }: { items: readonly MenuTab[] }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isLarge = useMedia(LARGE_WORDS);
  const tabs = items.filter((item) => item.path !== "").slice(0, isLarge ? LARGE_TABS : TABS);
  const elsewhere = items.some((item) => item.current) && !tabs.some((item) => item.current);
  return (
    <div className={styles.bar} data-print="hide">
      <nav aria-label={text.mainMenu} className={styles.tabs} data-large={isLarge || undefined}>
        {tabs.map((item) => (
          <Link
            key={item.id}
            to={item.path}
            className={styles.tab}
            aria-label={item.title}
            aria-current={item.current ? "page" : undefined}
          >
            <Icon name={menuIcon(item)} size={24} />
            <span className={styles.label}>{tabWord(item)}</span>
          </Link>
        ))}
        <button
          type="button"
          className={styles.tab}
          data-current={elsewhere || undefined}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Icon name="menu" size={24} />
          <span className={styles.label}>{text.more}</span>
        </button>
      </nav>
      <Dialog open={open} onClose={close} title={text.menu} variant="drawer">
        <div className={styles.drawer}>
          <nav aria-label={text.menu}>
            <NavTree items={items} onNavigate={close} />
          </nav>
          <AccountPanel onNavigate={close} />
        </div>
      </Dialog>
    </div>
  );
}

/**
 * An entry's title. Uses the section's short title where the entry's title begins with it: `Previsão` for `Previsão do
 * tempo`.
 */
export function tabWord({ path, title }: Pick<MenuTab, "path" | "title">): string {
  const word = sectionWords.get(firstSegment(path));
  return word && title.startsWith(`${word} `) ? word : title;
}

import { screenTitles } from "@lamina/shared/screens/text";
import { Link } from "react-router-dom";
import { useClients } from "../../../core/clients/use-clients.ts";
import { useRightsOn } from "../../../core/rights/use-rights.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { IconName } from "../../../ui/icons/icon-paths.ts";
import { text } from "../text.ts";
import styles from "./nav-tree.module.css";

const links: readonly { to: string; icon: IconName; label: string }[] = [
  { to: "/setup/watering?parte=irrigacoes", icon: "drop", label: screenTitles.setup.pages.watering },
  { to: "/setup/watering?parte=chuvas", icon: "rain", label: text.rains },
];

/** The records of every day, which the routes of §2 put among the settings. */
export function DailyLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { can } = useRightsOn(useClients().selected);
  if (!can("watering", "view")) return null;
  return (
    <>
      <span className={styles.heading}>{text.records}</span>
      <ul className={styles.list}>
        {links.map(({ to, icon, label }) => (
          <li key={to}>
            <Link to={to} className={styles.entry} onClick={onNavigate}>
              <Icon name={icon} size={22} />
              <span className={styles.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

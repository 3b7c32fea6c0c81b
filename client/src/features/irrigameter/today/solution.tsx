import type { Screen } from "@lamina/shared/access/rights";
import { useRights } from "../../../core/rights/use-rights.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import styles from "./decision.module.css";
import { decisionText } from "./decision-text.ts";
import type { MachineToday } from "./machines-today.ts";

type Limit = keyof typeof decisionText.solutions;

const isLimit = (key: string): key is Limit => key in decisionText.solutions;

/** The limit that keeps a machine out of the plan at every hour and with every depth. */
export const hardLimit = ({ unit: { day } }: Pick<MachineToday, "unit">): Limit | undefined =>
  day.reasons.map(({ key }) => key).find(isLimit);

const PERMITS = { to: "/setup/config?parte=outorgas", screen: "config" as Screen, words: decisionText.openPermits };
const SOURCES = { to: "/setup/farms?parte=captacoes", screen: "farms" as Screen, words: decisionText.openSources };

/** What resolves a limit that no change of hours or depth does, with the page where it is recorded. */
export function Solution({ limit }: { limit: Limit }) {
  const { can } = useRights();
  const { to, screen, words } = limit.startsWith("exceeds") ? SOURCES : PERMITS;
  return (
    <div className={styles.ways} data-print="hide">
      <p>{decisionText.solutions[limit]}</p>
      {can(screen, "view") && <ButtonLink to={to}>{words}</ButtonLink>}
    </div>
  );
}

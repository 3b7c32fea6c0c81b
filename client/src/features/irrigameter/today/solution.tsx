import type { Screen } from "@lamina/shared/access/rights";
import { type HardLimit, hardLimits, planSource } from "@lamina/shared/reasons/reasons";
import { reasonText } from "@lamina/shared/reasons/text";
import { useRights } from "../../../core/rights/use-rights.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { decisionText } from "./decision-text.ts";
import type { MachineToday } from "./machines-today.ts";

const isHardLimit = (key: string): key is HardLimit => hardLimits.some((limit) => limit === key);

/** The limit that keeps a machine out of the plan at every hour and with every depth. */
export const hardLimit = ({ unit: { day } }: Pick<MachineToday, "unit">): HardLimit | undefined =>
  day.reasons.map(({ key }) => key).find(isHardLimit);

const PERMITS = { to: "/setup/config?parte=outorgas", screen: "config" as Screen, words: decisionText.openPermits };
const SOURCES = { to: "/setup/farms?parte=captacoes", screen: "farms" as Screen, words: decisionText.openSources };

/** What resolves a limit that no change of hours or depth does: in words, or as the way to the page where it is recorded. */
export function Remedy({ limit, isButton = false }: { limit: HardLimit; isButton?: boolean }) {
  const { can } = useRights();
  if (!isButton) return <p className="hint">{reasonText[limit].remedy}</p>;
  // Its remedy is a record, whose button is beside the machine (`BackButton`).
  if (limit === "outOfService") return null;
  const { to, screen, words } = planSource(limit) === "waterSource" ? SOURCES : PERMITS;
  return can(screen, "view") ? <ButtonLink to={to}>{words}</ButtonLink> : null;
}

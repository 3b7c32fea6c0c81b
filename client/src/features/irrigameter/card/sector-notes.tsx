import { reasonText } from "@lamina/shared/reasons/text";
import type { Reason } from "@lamina/shared/records/recommendation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { reasonValue } from "../../../field/advice.ts";
import { isCalm, riskOf, riskWords } from "../../../field/risk.ts";
import { classNames } from "../../../ui/class-names.ts";
import { isStale } from "../../../ui/feedback/is-stale.ts";
import { formatAge, formatAmount, formatNumber } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { IconName } from "../../../ui/icons/icon-paths.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import { blockedWords } from "./advice-line.tsx";
import styles from "./sector-notes.module.css";

interface SectorPart {
  unit: IrrigationCard;
  card: SectorCard;
}

/**
 * Warnings about a sector's numbers: a blocked recommendation, insufficient capacity, the arm's position, the age of
 * the data.
 */
export function SectorNotes({ unit, card }: SectorPart) {
  const now = useNow();
  const alerts = useAlerts({ unit, card });
  const { dataAt, dataStaleAt } = card;
  const { status: panel, statusStaleAt } = useLatestPanel(unit.pivot);
  const stale = isStale(dataStaleAt, now);
  return (
    <ul className={styles.notes}>
      {alerts.map(asNote)}
      {panel && (
        <Note icon="pivot" tone={isStale(statusStaleAt, now) ? "stale" : "plain"}>
          {text.arm(
            `${formatNumber(panel.angleDeg, 0)}°`,
            panel.running ? (panel.wet ? text.armState.wet : text.armState.dry) : text.armState.stopped,
            formatAge(panel.date, now),
          )}
        </Note>
      )}
      {dataAt && (
        <Note icon="sensor" tone={stale ? "stale" : "plain"}>
          {text.dataAge(formatAge(dataAt, now))}
        </Note>
      )}
    </ul>
  );
}

interface CardAlertsProps extends SectorPart {
  /** A sentence beside them says why the machine does not run. */
  told?: boolean;
  /** Only what changes from day to day. */
  isBrief?: boolean;
}

/** The notes that a small card also shows; renders no elements without any. */
export function CardAlerts({ told = false, isBrief = false, ...part }: CardAlertsProps) {
  const alerts = useAlerts(part, told).filter(({ hint }) => !(isBrief && hint));
  return alerts.length > 0 && <ul className={styles.notes}>{alerts.map(asNote)}</ul>;
}

const asNote = (note: NoteProps) => <Note key={note.children} {...note} />;

function useAlerts({ unit, card }: SectorPart, told = false): NoteProps[] {
  const now = useNow();
  const { todayOf } = useCardContext();
  const { recommendation, dataAt, dataStaleAt } = card;
  const { timezone } = unit.farm;
  const { blockedBy = null, blockedSince = null, cannotKeepUp = false } = recommendation ?? {};
  const fault = useLatestPanel(unit.pivot).status?.fault;
  const alerts: NoteProps[] = [];
  if (blockedBy && blockedBy !== "contradicted" && !told) {
    const words = blockedWords(blockedBy, blockedSince, timezone, todayOf(timezone));
    alerts.push({ icon: "alert", tone: "danger", children: text.blocked(words) });
  }
  if (cannotKeepUp) {
    const children = capacityGap(recommendation?.reasons ?? []);
    alerts.push({ icon: "alert", tone: "warning", hint: text.cannotKeepUpHint, children });
  }
  const risk = riskOf(unit.day);
  if (risk) {
    const tone = isCalm("stress", unit.day) ? "plain" : "danger";
    alerts.push({ icon: "alert", tone, hint: text.riskHint, children: riskWords(risk) });
  }
  const { permitStop } = unit.day.water;
  if (permitStop && !told) alerts.push({ icon: "alert", tone: "warning", children: reasonText[permitStop].card });
  if (fault) alerts.push({ icon: "alert", tone: "danger", children: text.fault(fault) });
  if (dataAt && isStale(dataStaleAt, now) && !blockedBy)
    alerts.push({ icon: "sensor", tone: "stale", children: text.dataAge(formatAge(dataAt, now)) });
  return alerts;
}

/** The missing capacity of a machine in mm a day, if the API sends it. */
function capacityGap(reasons: readonly Reason[]): string {
  const [capacity, demand] = [reasonValue(reasons, "capacity"), reasonValue(reasons, "demand")];
  return capacity === null || demand === null || demand <= capacity
    ? text.cannotKeepUp
    : text.cannotKeepUpBy(formatAmount(demand - capacity, "mm/dia"));
}

interface NoteProps {
  icon: IconName;
  tone: "plain" | "stale" | "warning" | "danger";
  hint?: string;
  children: string;
}

function Note({ icon, tone, hint, children }: NoteProps) {
  return (
    <li className={classNames(styles.note, styles[tone])} title={hint}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
      {hint && <span className="only-read">{hint}</span>}
    </li>
  );
}

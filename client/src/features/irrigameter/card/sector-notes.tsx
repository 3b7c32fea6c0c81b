import type { Reason } from "@lamina/shared/records/recommendation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { reasonValue } from "../../../ui/advice.ts";
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
  const { dataAt, dataStaleAt } = card;
  const panel = unit.pivot.status;
  const stale = isStale(dataStaleAt, now);
  return (
    <ul className={styles.notes}>
      <Alerts unit={unit} card={card} />
      {panel && (
        <Note icon="pivot" tone={isStale(unit.pivot.statusStaleAt, now) ? "stale" : "plain"}>
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

/** The notes that a small card also shows. `told`: a sentence beside them says why the machine does not run. */
export function CardAlerts(part: SectorPart & { told?: boolean }) {
  return (
    <ul className={styles.notes}>
      <Alerts {...part} />
    </ul>
  );
}

function Alerts({ unit, card, told = false }: SectorPart & { told?: boolean }) {
  const now = useNow();
  const { todayOf } = useCardContext();
  const { recommendation, dataAt, dataStaleAt } = card;
  const { timezone } = unit.farm;
  const { blockedBy = null, blockedSince = null, cannotKeepUp = false } = recommendation ?? {};
  const panel = unit.pivot.status;
  return (
    <>
      {blockedBy && blockedBy !== "contradicted" && !told && (
        <Note icon="alert" tone="danger">
          {text.blocked(blockedWords(blockedBy, blockedSince, timezone, todayOf(timezone)))}
        </Note>
      )}
      {cannotKeepUp && (
        <Note icon="alert" tone="warning" hint={text.cannotKeepUpHint}>
          {capacityGap(recommendation?.reasons ?? [])}
        </Note>
      )}
      {unit.permitStop && !told && (
        <Note icon="alert" tone="warning">
          {text.permitStops[unit.permitStop]}
        </Note>
      )}
      {panel?.fault && (
        <Note icon="alert" tone="danger">
          {text.fault(panel.fault)}
        </Note>
      )}
      {dataAt && isStale(dataStaleAt, now) && !blockedBy && (
        <Note icon="sensor" tone="stale">
          {text.dataAge(formatAge(dataAt, now))}
        </Note>
      )}
    </>
  );
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

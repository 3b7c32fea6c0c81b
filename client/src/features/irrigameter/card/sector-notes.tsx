import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { classNames } from "../../../ui/class-names.ts";
import { isStale } from "../../../ui/feedback/is-stale.ts";
import { formatAge, formatNumber, formatShortDay } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { IconName } from "../../../ui/icons/icon-paths.ts";
import { useNow } from "../../../ui/now.tsx";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { blockedWords } from "./advice-line.tsx";
import styles from "./sector-notes.module.css";

/** What must be known before the numbers are believed: what blocks, what cannot keep up, where the arm is, how old all is. */
export function SectorNotes({ unit, card }: { unit: IrrigationCard; card: SectorCard }) {
  const now = useNow();
  const { todayOf } = useBoard();
  const { recommendation, dataAt, dataStaleAt } = card;
  const { timezone } = unit.farm;
  const { blockedBy = null, blockedSince = null, cannotKeepUp = false } = recommendation ?? {};
  const panel = unit.pivot.status;
  const stale = isStale(dataStaleAt, now);
  return (
    <ul className={styles.notes}>
      {blockedBy && (
        <Note icon="alert" tone="danger">
          {text.blocked(blockedWords(blockedBy, blockedSince, timezone, todayOf(timezone)))}
        </Note>
      )}
      {recommendation?.missingRain && (
        <Note icon="rain" tone="danger">
          {text.missingRain(
            recommendation.missingRain.days.map(formatShortDay).join(", "),
            recommendation.missingRain.gauge,
          )}
        </Note>
      )}
      {recommendation?.contradiction && (
        <Note icon="sensor" tone="warning">
          {text.contradictions[recommendation.contradiction.by](
            mm(recommendation.contradiction.balanceMm),
            mm(recommendation.contradiction.measuredMm),
          )}
        </Note>
      )}
      {cannotKeepUp && (
        <Note icon="alert" tone="warning" hint={text.cannotKeepUpHint}>
          {text.cannotKeepUp}
        </Note>
      )}
      {panel?.fault && (
        <Note icon="alert" tone="danger">
          {text.fault(panel.fault)}
        </Note>
      )}
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

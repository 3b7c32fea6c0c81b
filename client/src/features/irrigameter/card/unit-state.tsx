import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { soilStatus } from "@lamina/shared/views/urgency";
import { isCalm } from "../../../field/risk.ts";
import { Status } from "../../../field/status.tsx";
import { isStale } from "../../../ui/feedback/is-stale.ts";
import { formatAge, formatAmount } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import { monitorsByNeed } from "./sensors.ts";
import styles from "./unit-row.module.css";

/** The status of a machine's most urgent sector in shape and word, with the age of its data or its probe's reading. */
export function UnitState({ unit: { mostUrgentSector: card, day } }: { unit: IrrigationCard }) {
  const { mode } = useCardContext();
  const kind = soilStatus(card, mode);
  return (
    <p className={styles.state}>
      <Status kind={kind} calm={isCalm(kind, day)} />
      {mode === "sensor" ? <Reading card={card} /> : <DataAge card={card} />}
    </p>
  );
}

function DataAge({ card: { dataAt, dataStaleAt } }: { card: SectorCard }) {
  const now = useNow();
  if (!dataAt) return null;
  return (
    <span className={isStale(dataStaleAt, now) ? "strong" : undefined}>
      {text.dataAgeShort(formatAge(dataAt, now))}
    </span>
  );
}

function Reading({ card }: { card: SectorCard }) {
  const [monitor] = monitorsByNeed(card);
  const now = useNow();
  if (!monitor) return <span>{text.noProbe}</span>;
  return (
    <span>
      {[
        text.moisture(formatAmount(monitor.meanPct, "% vol")),
        monitor.date ? formatAge(monitor.date, now) : text.noReading,
      ].join(" · ")}
    </span>
  );
}

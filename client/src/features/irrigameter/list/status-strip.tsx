import { statusNames } from "@lamina/shared/records/text";
import { statusOrder } from "@lamina/shared/views/urgency";
import { type StatusKind, StatusShape } from "../../../field/status.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { statusCounts } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./status-strip.module.css";

/** The number of sectors in each status. A click filters by the status. */
export function StatusStrip() {
  const { units, mode, view, filter } = useBoard();
  const counts = statusCounts(units, mode);
  const present = statusOrder.filter((kind) => counts[kind] > 0 || view.status === kind);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <fieldset className={classNames(styles.strip, "scrolls-sideways")} aria-label={text.statusFilter} data-print="hide">
      <button
        type="button"
        className={styles.chip}
        aria-pressed={view.status === null}
        onClick={() => filter({ status: null })}
      >
        <span className={styles.count}>{all}</span> {text.allSectors(all)}
      </button>
      {present.map((kind) => (
        <Chip
          key={kind}
          kind={kind}
          count={counts[kind]}
          pressed={view.status === kind}
          onPress={() => filter({ status: view.status === kind ? null : kind })}
        />
      ))}
    </fieldset>
  );
}

interface ChipProps {
  kind: StatusKind;
  count: number;
  pressed: boolean;
  onPress: () => void;
}

function Chip({ kind, count, pressed, onPress }: ChipProps) {
  return (
    <button type="button" className={classNames(styles.chip, styles[kind])} aria-pressed={pressed} onClick={onPress}>
      <StatusShape kind={kind} size={16} />
      <span className={styles.count}>{count}</span> {statusNames[kind]}
    </button>
  );
}

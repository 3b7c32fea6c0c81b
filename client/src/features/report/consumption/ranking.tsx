import { formatAmount } from "../../../ui/format.ts";
import { RowsButton } from "../rows-button.tsx";
import { text } from "../text.ts";
import type { RankedPivot } from "./consumption-model.ts";
import styles from "./ranking.module.css";

interface RankingProps {
  pivots: readonly RankedPivot[];
  /** Shows the months of the pivot with this name. */
  onOpen: (pivotName: string) => void;
}

/** The pivots ranked by their volume, with bars. */
export function Ranking({ pivots, onOpen }: RankingProps) {
  const most = pivots[0]?.m3 ?? 0;
  return (
    <ol className={styles.ranking}>
      {pivots.map(({ pivotId, pivotName, farmName, m3, mm, sharePct }) => (
        <li key={pivotId}>
          <span className={styles.name}>
            {pivotName} <span className={styles.note}>{farmName}</span>
          </span>
          <span className={styles.value}>
            <RowsButton onOpen={() => onOpen(pivotName)}>{formatAmount(m3, "m³")}</RowsButton>{" "}
            <span className={styles.note}>
              · {formatAmount(mm, "mm")} · {text.consumption.share(formatAmount(sharePct, "%"))}
            </span>
          </span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ width: `${most > 0 ? (100 * m3) / most : 0}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

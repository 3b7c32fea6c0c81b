import { formatAmount } from "../../../ui/format.ts";
import { RowsButton } from "../rows-button.tsx";
import { text } from "../text.ts";
import type { RankedPivot } from "./consumption-model.ts";
import styles from "./ranking.module.css";

interface RankingProps {
  pivots: readonly RankedPivot[];
  /** Shows the months of a pivot. */
  onOpen: (pivot: RankedPivot) => void;
}

/** The pivots ranked by their volume, with bars. */
export function Ranking({ pivots, onOpen }: RankingProps) {
  const largestM3 = pivots[0]?.m3 ?? 0;
  return (
    <ol className={styles.ranking}>
      {pivots.map((pivot) => (
        <li key={pivot.pivotId}>
          <span className="strong">
            {pivot.pivotName} <span className="fine-print regular">{pivot.farmName}</span>
          </span>
          <span className="tabular">
            <RowsButton onOpen={() => onOpen(pivot)}>{formatAmount(pivot.m3, "m³")}</RowsButton>{" "}
            <span className="fine-print regular">
              · {formatAmount(pivot.mm, "mm")} · {text.consumption.share(formatAmount(pivot.sharePct, "%"))}
            </span>
          </span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ width: `${largestM3 > 0 ? (100 * pivot.m3) / largestM3 : 0}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

import { formatAmount } from "../../../ui/format.ts";
import { text } from "../text.ts";
import type { RankedPivot } from "./consumption-model.ts";
import styles from "./ranking.module.css";

/** The pivots ranked by their volume, with bars. */
export function Ranking({ pivots }: { pivots: readonly RankedPivot[] }) {
  const most = pivots[0]?.m3 ?? 0;
  return (
    <ol className={styles.ranking}>
      {pivots.map(({ pivotId, pivotName, farmName, m3, mm, sharePct }) => (
        <li key={pivotId}>
          <span className={styles.name}>
            {pivotName} <span className={styles.note}>{farmName}</span>
          </span>
          <span className={styles.value}>
            {formatAmount(m3, "m³")}{" "}
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

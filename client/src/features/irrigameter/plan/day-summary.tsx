import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { formatDateTime, formatNumber, formatTime } from "../../../ui/format.ts";
import { mm } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./day-summary.module.css";

/** Yesterday's weather, and when the recommendation was computed. */
export function DaySummary() {
  const { data, view } = useBoard();
  const inFarms = <T extends { farmId: string }>(rows: readonly T[]) =>
    rows.filter(({ farmId }) => view.farmId === null || farmId === view.farmId);
  const yesterday = inFarms(data.yesterday);
  return (
    <div className={styles.summary}>
      <dl className={styles.weather}>
        <Range label={text.etoYesterday} values={yesterday.map(({ etoMm }) => etoMm)} />
        <Range label={text.rainYesterday} values={yesterday.map(({ rainMm }) => rainMm)} />
      </dl>
      <p className="fine-print">{decidedWords(data)}</p>
    </div>
  );
}

/** The range over several farms, because one number would be wrong for some of them. */
function Range({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const one = known.length === 0 || formatNumber(least, 1) === formatNumber(most, 1);
  return (
    <div>
      <dt className="fine-print">{label}</dt>
      <dd>{one ? mm(known[0]) : `${formatNumber(least, 1)}–${formatNumber(most, 1)} mm`}</dd>
    </div>
  );
}

function decidedWords({ decidedAt, at, farms }: Irrigameter): string {
  if (!decidedAt) return text.notDecided;
  const timeZone = farms[0]?.timezone;
  const [decided, shown] = [formatDateTime(decidedAt, timeZone), formatDateTime(at, timeZone)];
  return decided.slice(0, 10) === shown.slice(0, 10)
    ? text.decidedAt(formatTime(decidedAt, timeZone))
    : text.decidedOn(decided);
}

import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { Link } from "react-router-dom";
import { formatAmount, formatBrl, formatDateTime, formatNumber, formatTime } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { duration, mm } from "../amounts.ts";
import { planTotals } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./day-summary.module.css";

/** Yesterday's weather and the way to today's plan with its totals; and when the recommendation was computed. */
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
      <PlanLink plans={inFarms(data.plans)} />
      <p className={styles.decided}>{decidedWords(data)}</p>
    </div>
  );
}

/** Today's totals: the way to the plan, and back. */
function PlanLink({ plans }: { plans: Irrigameter["plans"] }) {
  const { view, addressOf } = useBoard();
  const { runs, meanMm, volumeM3, hours, costBrl } = planTotals(plans);
  if (plans.length === 0) return null;
  const totals = [
    mm(meanMm),
    formatAmount(volumeM3, "m³"),
    duration(hours),
    ...(costBrl === null ? [] : [formatBrl(costBrl)]),
  ];
  return (
    <Link
      to={addressOf(view.plan ? null : "plan")}
      className={styles.plan}
      aria-current={view.plan || undefined}
      title={text.openPlan}
      preventScrollReset
    >
      <span className={styles.label}>{text.planToday}</span>
      <strong>{runs === 0 ? text.noPlanToday : totals.join(" · ")}</strong>
      <Icon name="chevronRight" size={18} />
    </Link>
  );
}

/** One number for several farms is a lie: the least and the most of them. */
function Range({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const one = known.length === 0 || formatNumber(least, 1) === formatNumber(most, 1);
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
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

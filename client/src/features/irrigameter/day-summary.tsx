import type { Irrigameter } from "@lamina/shared/irrigameter";
import { ButtonLink } from "../../ui/button.tsx";
import { formatDateTime, formatNumber, formatTime } from "../../ui/format.ts";
import { brl, duration, mm, withUnit } from "./amounts.ts";
import { planTotals } from "./board.ts";
import { useBoard } from "./board-context.ts";
import styles from "./day-summary.module.css";
import { text } from "./text.ts";

/** Yesterday's weather and today's plan, in one line; and when the recommendation was computed. */
export function DaySummary() {
  const { data, view, addressOf } = useBoard();
  const farms = data.farms.filter(({ _id }) => view.farmId === null || _id === view.farmId);
  const inFarms = <T extends { farmId: string }>(rows: readonly T[]) =>
    rows.filter(({ farmId }) => farms.some(({ _id }) => _id === farmId));
  const plans = inFarms(data.plans);
  const plan = planTotals(plans);
  return (
    <section className={styles.summary} aria-label={text.planToday}>
      <dl className={styles.numbers}>
        <Range label={text.etoYesterday} values={inFarms(data.yesterday).map(({ etoMm }) => etoMm)} />
        <Range label={text.rainYesterday} values={inFarms(data.yesterday).map(({ rainMm }) => rainMm)} />
        <div className={styles.plan}>
          <dt>{text.planToday}</dt>
          <dd>
            {plan.runs === 0
              ? text.noPlanToday
              : [
                  mm(plan.meanMm),
                  withUnit(plan.volumeM3, 0, "m³"),
                  duration(plan.hours),
                  ...(plan.costBrl === null ? [] : [brl(plan.costBrl)]),
                ].join(" · ")}
          </dd>
        </div>
      </dl>
      <div className={styles.aside}>
        <p className={styles.decided}>{decidedWords(data)}</p>
        {data.plans.length > 0 && (
          <ButtonLink to={addressOf(view.plan ? null : "plan")} variant="secondary" icon="pivot" data-print="hide">
            {text.openPlan}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

/** One number for several farms is a lie: the least and the most of them. */
function Range({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const words =
    known.length === 0 || least === most ? mm(known[0]) : `${formatNumber(least, 1)}–${formatNumber(most, 1)} mm`;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{words}</dd>
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

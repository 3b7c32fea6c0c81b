import type { BudgetOutlook } from "@lamina/shared/records/season/season-budget";
import { classNames } from "../../ui/class-names.ts";
import { formatBrl, formatNumber, formatShortDay } from "../../ui/format.ts";
import styles from "./budget-summary.module.css";
import { budgetText as words } from "./budget-text.ts";

interface BudgetSummaryProps {
  outlook: BudgetOutlook;
  /** Name of a sector of the budget; undefined leaves its stages out. */
  nameOf: (sectorId: string) => string | undefined;
}

/** What is used and left of a season's budget, when it ends, and which stages go without. */
export function BudgetSummary({ outlook, nameOf }: BudgetSummaryProps) {
  const { unit, budget, used, need, shadowBrl, isWorthKnown, stages } = outlook;
  const amount = (value: number) =>
    unit === "brl" ? formatBrl(value) : `${formatNumber(value, 0)} ${words.units[unit]}`;
  const left = Math.max(0, budget - used);
  const isShort = shadowBrl > 0;
  const without = stages.filter(({ sectorId, needMm, givenMm }) => needMm - givenMm >= MIN_MM && nameOf(sectorId));
  return (
    <div className="close-stack">
      <p className="tabular">{words.used(amount(used), amount(budget), amount(left))}</p>
      <div className={styles.track} aria-hidden="true">
        <div
          className={classNames(styles.fill, isShort && styles.short)}
          style={{ width: `${Math.min(100, (100 * used) / Math.max(1, budget))}%` }}
        />
      </div>
      <p>{words.need(amount(need))}</p>
      <p className="strong">{[endWords(outlook), isShort && shadowWords(outlook)].filter(Boolean).join(" ")}</p>
      {!isWorthKnown && <p className="hint">{words.startValue}</p>}
      {without.length > 0 && (
        <div>
          <p className="strong">{words.without}</p>
          <ul className={styles.stages}>
            {without.map(({ sectorId, from, to, stage, needMm, givenMm, lossBrl }) => (
              <li key={`${sectorId} ${from}`}>
                {`${nameOf(sectorId)}, ${words.stages[stage] ?? ""} (${formatShortDay(from)} – ${formatShortDay(to)}): `}
                {words.lacks(formatNumber(needMm - givenMm, 0), formatNumber(needMm, 0), formatBrl(lossBrl))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** A smaller lack is rounding, mm. */
const MIN_MM = 1;

function endWords({ budget, used, endsOn, shadowBrl }: BudgetOutlook): string {
  if (endsOn === null) return shadowBrl > 0 ? words.short : words.enough;
  return used >= budget ? words.ended(formatShortDay(endsOn)) : words.ends(formatShortDay(endsOn));
}

const shadowWords = ({ unit, shadowBrl }: BudgetOutlook) => words.shadow(words.units[unit], formatBrl(shadowBrl));

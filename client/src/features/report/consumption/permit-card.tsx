import { classNames } from "../../../ui/class-names.ts";
import { formatAmount, formatNumber } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { IconName } from "../../../ui/icons/icon-paths.ts";
import { RowsButton } from "../rows-button.tsx";
import { shownMonth, text } from "../text.ts";
import { exceedsTimes, isBeyond, type PermitLevel, type PermitMonth, permitLevel } from "./consumption-model.ts";
import styles from "./permit-card.module.css";

const words = text.permit;
const icons: Readonly<Record<PermitLevel, IconName>> = { ok: "check", near: "info", ahead: "arrow", over: "alert" };
/** The end of the bar in %, so that use above the limit is drawn beyond the limit. */
const BAR_PCT = 125;
const onBar = (percent: number) => `${(100 * Math.min(percent, BAR_PCT)) / BAR_PCT}%`;

interface PermitCardProps {
  /** The last one first, at least one. */
  months: readonly PermitMonth[];
  /** Shows the pivots of a month, the greatest value of a column first. */
  onOpen: (month: PermitMonth, column: "m3" | "hours") => void;
}

/** A permit's last month: used volume, projection, and level. Each number opens the pivots that it counts. */
export function PermitCard({ months, onOpen }: PermitCardProps) {
  const [use] = months;
  if (!use) return null;
  const level = permitLevel(use);
  const openHours = () => onOpen(use, "hours");
  const { usedPct, projectedPct, projectedM3, maxHoursDay, limitHoursDay, daysUsed, limitDays } = use;
  return (
    <article className={styles.permit} aria-label={words.name(use.number)}>
      <header className={styles.head}>
        <h3>{words.name(use.number)}</h3>
        <span className={styles.verdicts}>
          <Level level={level} />
          {exceedsTimes(use) && <Exceeded />}
        </span>
      </header>
      <p className="fine-print">
        {use.farmName} · {shownMonth(use.month)}
      </p>
      <p className={styles.used}>
        <strong>{formatAmount(usedPct, "%")}</strong>{" "}
        <RowsButton onOpen={() => onOpen(use, "m3")}>{formatAmount(use.usedM3, "m³")}</RowsButton>{" "}
        {words.ofLimit(formatAmount(use.limitM3, "m³"))}
      </p>
      <div className={styles.bar} aria-hidden="true">
        {projectedPct !== null && <div className={styles.projected} style={{ width: onBar(projectedPct) }} />}
        <div className={classNames(styles.fill, styles[level])} style={{ width: onBar(usedPct) }} />
        <div className={styles.limit} style={{ left: onBar(100) }} />
      </div>
      {projectedM3 !== null && (
        <p className="fine-print">
          {words.projection(formatAmount(projectedM3, "m³"), formatAmount(projectedPct, "%"))}
        </p>
      )}
      <dl className={styles.limits}>
        {limitHoursDay !== null && (
          <Limit label={words.hoursDay} used={maxHoursDay} limit={limitHoursDay} unit="h" onOpen={openHours} />
        )}
        {limitDays !== null && (
          <Limit label={words.days} used={daysUsed} limit={limitDays} unit="" onOpen={openHours} />
        )}
      </dl>
      {months.length > 1 && (
        <ol className={styles.months} aria-label={words.history}>
          {[...months].reverse().map((one) => (
            <li key={one.month}>
              <span className="fine-print">{shownMonth(one.month).slice(0, 3)}</span>
              <RowsButton onOpen={() => onOpen(one, "m3")}>{formatAmount(one.usedPct, "%")}</RowsButton>
              <Level level={permitLevel(one)} short />
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

/** The level of a permit as shape, word and colour. `short` gives the word to screen readers only. */
function Level({ level, short = false }: { level: PermitLevel; short?: boolean }) {
  return (
    <span className={classNames(styles.level, styles[level])}>
      <Icon name={icons[level]} size={short ? 12 : 14} />
      <span className={short ? "only-read" : undefined}>{words.levels[level]}</span>
    </span>
  );
}

/** Marks more pumping time than permitted, which can occur within the permitted volume. */
function Exceeded() {
  return (
    <span className={classNames(styles.level, styles.over)}>
      <Icon name="alert" size={14} />
      {words.exceeded}
    </span>
  );
}

interface LimitProps {
  label: string;
  used: number | null;
  limit: number;
  unit: "h" | "";
  onOpen: () => void;
}

function Limit({ label, used, limit, unit, onOpen }: LimitProps) {
  const isOver = isBeyond(used, limit);
  const decimals = unit === "h" ? 1 : 0;
  return (
    <div>
      <dt className="fine-print">{label}</dt>
      <dd className={isOver ? styles.beyond : undefined}>
        {isOver && <Icon name="alert" size={14} />}
        <RowsButton onOpen={onOpen}>{formatNumber(used, decimals)}</RowsButton>{" "}
        {words.ofLimit(`${formatNumber(limit, decimals)} ${unit}`.trim())}
      </dd>
    </div>
  );
}

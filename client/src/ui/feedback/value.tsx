import { classNames } from "../class-names.ts";
import { decimalsOf, formatAge, formatNumber, type Moment } from "../format.ts";
import { useNow } from "../now.tsx";
import { text } from "../text.ts";
import styles from "./value.module.css";

interface ValueProps {
  value: number | null | undefined;
  unit: string;
  /** What the number is, above it. */
  label?: string;
  /** Decimals, when not those of the unit. */
  decimals?: number;
  /** When it was measured or calculated. */
  at?: Moment;
  /** Older than this, in milliseconds, it turns grey and says so. */
  staleAfterMs?: number;
  /** Where it comes from: a station, a forecast, a person. */
  source?: string;
  /** `lead`: the largest thing on its card. */
  size?: "normal" | "large" | "lead";
}

/** A number with its smaller unit and, beneath it, its age and its source. */
export function Value({
  value,
  unit,
  label,
  decimals = decimalsOf(unit),
  at,
  staleAfterMs,
  source,
  size = "normal",
}: ValueProps) {
  const now = useNow();
  const stale = isStale(at, staleAfterMs, now);
  const facts = [at !== undefined && formatAge(at, now), stale && text.stale, source].filter(Boolean);
  return (
    <span className={classNames(styles.value, styles[size], stale && styles.stale)}>
      {label && <span className={styles.label}>{label}</span>}
      <span className={styles.number}>
        {formatNumber(value, decimals)}
        {unit && <span className={styles.unit}> {unit}</span>}
      </span>
      {facts.length > 0 && <span className={styles.facts}>{facts.join(" · ")}</span>}
    </span>
  );
}

/** True when something of the moment `at` is older than its limit at `now` (both in milliseconds). */
export function isStale(at: Moment | undefined, staleAfterMs: number | undefined, now: number): boolean {
  if (at === undefined || staleAfterMs === undefined) return false;
  return !(now - new Date(at).getTime() <= staleAfterMs);
}

import { classNames } from "../../ui/class-names.ts";
import { decimalsOf, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Fact } from "./drawings/drawing.ts";
import styles from "./facts.module.css";

/** The summary figures of a chart. A value beyond a limit has a shape and a word, not only a colour. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, label, value, unit, decimals = decimalsOf(unit), note, level }) => (
        <div key={key} className={classNames(styles.fact, level && styles[level])}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.number}>
            {formatNumber(value, decimals)}
            {unit && <span className={styles.unit}> {unit}</span>}
          </dd>
          {note && (
            <dd className={styles.note}>
              {level && <Icon name="alert" size={14} />}
              {note}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

import { classNames } from "../../ui/class-names.ts";
import styles from "./facts.module.css";

/** A number with what it is. */
export interface Fact {
  label: string;
  value: string;
  /** Stands out: a limit was passed. */
  strong?: boolean;
}

/** Numbers in a grid, as many to a line as fit. */
export function Facts({ facts, dense = false }: { facts: readonly Fact[]; dense?: boolean }) {
  return (
    <dl className={classNames(styles.facts, dense && styles.dense)}>
      {facts.map(({ label, value, strong }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={strong ? styles.strong : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

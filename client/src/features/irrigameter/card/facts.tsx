import { classNames } from "../../../ui/class-names.ts";
import styles from "./facts.module.css";

/** A number with what it is. */
export interface Fact {
  label: string;
  value: string;
  /** Stands out: a limit was passed. */
  strong?: boolean;
}

interface FactsProps {
  facts: readonly Fact[];
  /** `wide`: as many to a line as fit; `four`: small, four to a line; `line`: small, on one line where it has room. */
  layout?: "wide" | "four" | "line";
}

/** Numbers under each other. */
export function Facts({ facts, layout = "wide" }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, styles[layout])}>
      {facts.map(({ label, value, strong }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={strong ? styles.strong : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

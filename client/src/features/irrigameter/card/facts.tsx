import { classNames } from "../../../ui/class-names.ts";
import groupStyles from "./fact-groups.module.css";
import styles from "./facts.module.css";

export interface Fact {
  label: string;
  value: string;
  /** Emphasised, because it is beyond a limit. */
  strong?: boolean;
}

interface FactsProps {
  facts: readonly Fact[];
  /** `wide`: as many in a row as fit; `four`: small, four in a row; `line`: small, in one row if there is room. */
  layout?: "wide" | "four" | "line";
}

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

/** The facts of a sector and its machine under one question. */
export interface FactGroup {
  question: string;
  facts: readonly Fact[];
}

export function FactGroups({ groups }: { groups: readonly FactGroup[] }) {
  return (
    <div className={groupStyles.groups}>
      {groups.map(({ question, facts }) => (
        <section key={question} aria-label={question}>
          <h3 className={groupStyles.question}>{question}</h3>
          <Facts facts={facts} />
        </section>
      ))}
    </div>
  );
}

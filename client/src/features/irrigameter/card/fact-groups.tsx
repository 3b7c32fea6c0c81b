import styles from "./fact-groups.module.css";
import { Facts } from "./facts.tsx";
import type { FactGroup } from "./sector-facts.ts";

export function FactGroups({ groups }: { groups: readonly FactGroup[] }) {
  return (
    <div className={styles.groups}>
      {groups.map(({ question, facts }) => (
        <section key={question} aria-label={question}>
          <h3 className={styles.question}>{question}</h3>
          <Facts facts={facts} />
        </section>
      ))}
    </div>
  );
}

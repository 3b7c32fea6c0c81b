import styles from "./figures.module.css";

/** A number with its name, and what it is measured by. */
export interface Figure {
  key: string;
  label: string;
  /** As written: with its unit. */
  value: string;
  note?: string | undefined;
}

/** The numbers that sum a report up; `small` for what describes its subject. */
export function Figures({ figures, size = "large" }: { figures: readonly Figure[]; size?: "large" | "small" }) {
  return (
    <dl className={size === "large" ? styles.large : styles.small}>
      {figures.map(({ key, label, value, note }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

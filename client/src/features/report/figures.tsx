import styles from "./figures.module.css";

/** A number with its label and its reference. */
export interface Figure {
  key: string;
  label: string;
  /** Formatted, with its unit. */
  value: string;
  note?: string | undefined;
}

/** The summary figures of a report. `small`: for a description of its subject. */
export function Figures({ figures, size = "large" }: { figures: readonly Figure[]; size?: "large" | "small" }) {
  return (
    <dl className={size === "large" ? styles.large : styles.small}>
      {figures.map(({ key, label, value, note }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {note && <dd className="fine-print">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

import { useId } from "react";
import styles from "./checks.module.css";

interface ChecksProps {
  /** Null for a single one, whose own words say it all. */
  legend: string | null;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  hint?: string | undefined;
  error?: string | undefined;
  onChoose: (value: string, on: boolean) => void;
}

/** Some of a few, or one thing on or off; each as large as a finger. */
export function Checks({ legend, options, chosen, hint, error, onChoose }: ChecksProps) {
  const id = useId();
  const about = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className={styles.checks} aria-describedby={about}>
      {legend !== null && <legend>{legend}</legend>}
      {options.map(({ value, label }) => (
        <label key={value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => onChoose(value, event.target.checked)}
          />
          {label}
        </label>
      ))}
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

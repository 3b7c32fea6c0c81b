import { useId } from "react";
import styles from "./form.module.css";

interface ChoicesProps {
  legend: string;
  type: "radio" | "checkbox";
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  error?: string | undefined;
  onChoose: (value: string, on: boolean) => void;
}

/** One or some of a few, each as large as a finger. */
export function Choices({ legend, type, options, chosen, error, onChoose }: ChoicesProps) {
  const name = useId();
  const errorId = error ? `${name}error` : undefined;
  return (
    <fieldset className={styles.choices} aria-describedby={errorId}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input
            type={type}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={(event) => onChoose(value, event.target.checked)}
          />
          {label}
        </label>
      ))}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

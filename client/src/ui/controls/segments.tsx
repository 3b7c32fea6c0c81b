import { useId } from "react";
import styles from "./segments.module.css";

interface SegmentsProps<Value extends string> {
  /** Label of the choice, for screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Null: no option is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A choice of one of a few options, side by side: radio buttons with the look of one control. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} data-print="hide">
      <legend className="only-read">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="only-read"
          />
          <span className={styles.word}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

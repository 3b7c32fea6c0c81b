import { type ComponentProps, useId } from "react";
import { classNames } from "../class-names.ts";
import styles from "./checks.module.css";

interface ChecksProps<Value extends string> {
  /** Null for a single box, whose label is enough. */
  legend: string | null;
  /** `radio`: exactly one is checked. */
  type?: "checkbox" | "radio";
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  hint?: string | undefined;
  error?: string | undefined;
  onChoose: (value: Value, on: boolean) => void;
}

/** A choice of one or more of a few options, or a single switch. */
export function Checks<Value extends string>(props: ChecksProps<Value>) {
  const { legend, type = "checkbox", options, chosen, hint, error, onChoose } = props;
  const id = useId();
  const about = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className={styles.checks} aria-describedby={about}>
      {legend !== null && <legend>{legend}</legend>}
      {options.map(({ value, label }) => (
        <Check
          key={value}
          type={type}
          name={id}
          checked={chosen.includes(value)}
          onChange={(event) => onChoose(value, event.target.checked)}
        >
          {label}
        </Check>
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

type CheckProps = Omit<ComponentProps<"input">, "type"> & { type: "checkbox" | "radio" };

/** A box or a radio button with its label, large enough for a finger. */
export function Check({ children, className, ...input }: CheckProps) {
  return (
    <label className={classNames(styles.check, input.checked && "tone-brand", className)}>
      <input {...input} />
      {children}
    </label>
  );
}

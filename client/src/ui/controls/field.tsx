import { type ReactNode, useId } from "react";
import { Icon } from "../icons/icon.tsx";
import styles from "./field.module.css";

/** Attributes that a control inside a {@link Field} takes, so that label, hint and error belong to it. */
interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label, its hint and its error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}hint` : undefined;
  const errorId = error ? `${id}error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="small strong">
        {label}
      </label>
      {children({ id, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p id={hintId} className="fine-print">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="row gap-1 danger small">
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </div>
  );
}

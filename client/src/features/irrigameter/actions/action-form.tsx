import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { text } from "../text.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";

interface ActionFormProps {
  /** Reason of a failed save. */
  problem: string | null;
  /** What to check before the same input is saved at the second attempt. */
  warnings?: readonly string[];
  saveLabel?: string;
  /** The form is busy until this resolves, so that a double click saves once. */
  onSave: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame of a form about a sector: the error above the fields, the buttons below. */
export function ActionForm({
  problem,
  warnings = [],
  saveLabel = text.save,
  onSave,
  onCancel,
  children,
}: ActionFormProps) {
  const [pending, setPending] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    try {
      await onSave();
    } finally {
      setPending(false);
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {problem && (
        <Banner tone="warning" icon="alert" announced>
          {problem}
        </Banner>
      )}
      {children}
      {warnings.length > 0 && (
        <Banner tone="warning" icon="alert" announced>
          {formText.checkFirst}
          <ul className={styles.warnings}>
            {warnings.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button type="submit" variant="primary" pending={pending}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

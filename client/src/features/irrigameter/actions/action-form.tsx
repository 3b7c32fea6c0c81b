import type { ReactNode } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { text } from "../text.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";

interface ActionFormProps {
  /** Reason of a failed save. */
  problem: string | null;
  /** What to check before the same input is saved at the second attempt. */
  warnings?: readonly string[];
  saveLabel?: string;
  onSave: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame of a form about a sector, with its warnings and buttons below the fields. */
export function ActionForm({
  problem,
  warnings = [],
  saveLabel = text.save,
  onSave,
  onCancel,
  children,
}: ActionFormProps) {
  const { pending, submit } = useSubmit(onSave);
  return (
    <Form failure={problem} onSubmit={submit}>
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
    </Form>
  );
}

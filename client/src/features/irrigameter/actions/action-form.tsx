import type { ReactNode } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { text } from "../text.ts";
import styles from "./form.module.css";

interface ActionFormProps {
  /** Reason of a failed save. */
  problem: string | null;
  saveLabel?: string;
  onSave: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame of a form about a sector, with its buttons below the fields. */
export function ActionForm({ problem, saveLabel = text.save, onSave, onCancel, children }: ActionFormProps) {
  const { pending, submit } = useSubmit(onSave);
  return (
    <Form failure={problem} onSubmit={submit}>
      {children}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button type="submit" variant="primary" pending={pending}>
          {saveLabel}
        </Button>
      </div>
    </Form>
  );
}

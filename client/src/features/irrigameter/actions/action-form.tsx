import type { ReactNode } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { FormContext } from "../../../ui/form/form-context.ts";
import { text } from "../text.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";
import type { ActionFormState } from "./use-action-form.ts";

interface ActionFormProps {
  action: ActionFormState;
  /** Reason of a failed save. */
  problem?: string | null;
  saveLabel?: string;
  onSave: () => Promise<void>;
  children: ReactNode;
}

/** The frame of a form about a sector, with its warnings and buttons below the fields. */
export function ActionForm({ action, problem = null, saveLabel = text.save, onSave, children }: ActionFormProps) {
  const { form, warnings, full, close } = action;
  const { pending, submit } = useSubmit(onSave);
  return (
    <FormContext value={form}>
      <Form failure={full ? text.queueFull : problem} onSubmit={submit}>
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
          <Button onClick={close}>{text.cancel}</Button>
          <Button type="submit" variant="primary" pending={pending}>
            {warnings.length > 0 ? formText.recordAnyway : saveLabel}
          </Button>
        </div>
      </Form>
    </FormContext>
  );
}

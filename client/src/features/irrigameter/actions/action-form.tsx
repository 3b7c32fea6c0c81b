import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { DialogFooter } from "../../../ui/feedback/dialog.tsx";
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

/** The frame of a form about a sector: its warnings above the fields, its buttons in the footer of the dialog. */
export function ActionForm({ action, problem = null, saveLabel = text.save, onSave, children }: ActionFormProps) {
  const { form, warnings, full, close } = action;
  const { pending, submit } = useSubmit(onSave);
  const id = useId();
  const warning = useRef<HTMLDivElement>(null);
  // The warning gets the focus, not the button below it, because a second Enter would save unread.
  useEffect(() => {
    if (warnings.length > 0) warning.current?.focus();
  }, [warnings]);
  return (
    <FormContext value={form}>
      <Form id={id} failure={full ? text.queueFull : problem} onSubmit={submit}>
        {warnings.length > 0 && (
          <div ref={warning} tabIndex={-1}>
            <Banner tone="warning" icon="alert" announced>
              {formText.checkFirst}
              <ul className={styles.warnings}>
                {warnings.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Banner>
          </div>
        )}
        {children}
        <DialogFooter>
          <Button onClick={close}>{text.cancel}</Button>
          <Button type="submit" form={id} variant="primary" pending={pending}>
            {warnings.length > 0 ? formText.recordAnyway : saveLabel}
          </Button>
        </DialogFooter>
      </Form>
    </FormContext>
  );
}

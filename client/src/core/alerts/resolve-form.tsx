import { ALERT_NOTE_MAX } from "@lamina/shared/core/limits";
import type { Notification } from "@lamina/shared/records/alert";
import { Button } from "../../ui/controls/button.tsx";
import { Field } from "../../ui/controls/field.tsx";
import { TextArea } from "../../ui/controls/input.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useDraft } from "../drafts/use-draft.ts";
import { doneDraft } from "../outbox/current-outbox.ts";
import styles from "./alert-inbox.module.css";
import { text } from "./text.ts";

interface ResolveFormProps {
  alert: Notification;
  /** False where the keyboard of a phone must not open by itself. */
  focused: boolean;
  onResolve: (note: string) => void;
  onCancel: () => void;
}

/** Asks what was done about an alert. The typed text stays until the alert is resolved, and returns with an undo. */
export function ResolveForm({ alert, focused, onResolve, onCancel }: ResolveFormProps) {
  const { fields, set } = useDraft(doneDraft(alert._id), { note: "" });
  return (
    <Form className={styles.resolve} onSubmit={() => onResolve(fields.note.trim())}>
      <Field label={text.done} hint={text.doneHint}>
        {(control) => (
          <TextArea
            {...control}
            autoFocus={focused}
            rows={2}
            maxLength={ALERT_NOTE_MAX}
            value={fields.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button variant="primary" type="submit">
          {text.resolve}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </Form>
  );
}

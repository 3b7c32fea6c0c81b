import { useState } from "react";
import { deleteClient } from "../../../core/clients/client-actions.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { failureText } from "../records/data/failure-text.ts";
import type { RecordOf } from "../records/data/screen-config.ts";
import { text as records } from "../records/data/text.ts";
import { text } from "./text.ts";

const words = text.removal;
const FORM = "client-removal";

/** Deletes a client with all of its data, for users with the right (§7, `/Client/Delete`). */
export function ClientRemoval({ record }: { record: RecordOf<"client"> }) {
  const { can } = useRights();
  const [isAsking, setAsking] = useState(false);
  if (!can("config", "remove")) return null;
  return (
    <Card title={words.title}>
      <div className="grid gap-3">
        <p>{words.hint}</p>
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {words.open}
          </Button>
        </div>
      </div>
      {isAsking && <RemovalDialog id={record._id} name={record.name} onClose={() => setAsking(false)} />}
    </Card>
  );
}

/**
 * The deletion cannot be undone, so the user types the client's name first. The shell reports the deletion and the next
 * client.
 */
function RemovalDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [differs, setDiffers] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function remove() {
    const isOther = typed.trim() !== name.trim();
    setDiffers(isOther);
    setFailure(undefined);
    if (isOther) return;
    try {
      await deleteClient(id);
      onClose();
    } catch (error) {
      setFailure(failureText(error));
    }
  }
  const { pending, submit } = useSubmit(remove);

  return (
    <Dialog
      open
      onClose={onClose}
      title={records.removeTitle(text.client.words.theOne)}
      variant="alert"
      actions={
        <>
          <Button onClick={onClose}>{records.cancel}</Button>
          <Button type="submit" form={FORM} variant="danger" pending={pending}>
            {records.remove}
          </Button>
        </>
      }
    >
      <Form id={FORM} failure={failure} onSubmit={submit}>
        <p>{words.body(name)}</p>
        <TextField
          label={words.typeName}
          error={differs ? words.differs : undefined}
          autoComplete="off"
          value={typed}
          onValue={setTyped}
        />
      </Form>
    </Dialog>
  );
}

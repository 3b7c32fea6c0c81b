import { TypeChart } from "@lamina/shared/records/client";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError } from "../../../api/error.ts";
import { insertClient, NOT_LISTED } from "../../../core/clients/client-actions.ts";
import { useClients } from "../../../core/clients/use-clients.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { text } from "../text.ts";

const words = text.newClient;
const FORBIDDEN = 403;
/** Where the setup of a new client begins. */
const FIRST_STEPS = "/setup/farms?passos";

/** Adds a client, selects it, and opens its first steps. */
export function NewClientDialog({ onClose }: { onClose: () => void }) {
  const { select } = useClients();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [typeChart, setTypeChart] = useState<TypeChart>(TypeChart.pivot);
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function add() {
    setMissing(name.trim() === "");
    setFailure(undefined);
    if (name.trim() === "") return false;
    try {
      select((await insertClient({ name: name.trim(), typeChart }))._id);
      onClose();
      await navigate(FIRST_STEPS);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(failureOf(error));
      return false;
    }
  }
  const { pending, submit } = useSubmit(add);

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      variant="sheet"
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form="new-client" variant="primary" pending={pending}>
            {words.add}
          </Button>
        </>
      }
    >
      <Form id="new-client" failure={failure} onSubmit={submit}>
        <TextField
          label={words.name}
          error={isMissing ? words.nameMissing : undefined}
          autoComplete="off"
          value={name}
          onValue={setName}
        />
        <Field label={words.typeChart} hint={words.typeChartHint}>
          {(control) => (
            <Select
              {...control}
              value={typeChart}
              onChange={({ target }) =>
                setTypeChart(Number(target.value) === TypeChart.pivot ? TypeChart.pivot : TypeChart.bar)
              }
            >
              <option value={TypeChart.pivot}>{text.pivotClient}</option>
              <option value={TypeChart.bar}>{text.barClient}</option>
            </Select>
          )}
        </Field>
      </Form>
    </Dialog>
  );
}

/** A client that was added is not added again when the dialog is sent twice. */
function failureOf({ id, status }: ApiError): string {
  if (id === NOT_LISTED) return words.notListed;
  return status === FORBIDDEN ? words.forbidden : words.failed;
}

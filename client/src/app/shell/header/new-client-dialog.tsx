import { TypeChart } from "@lamina/shared/records/client";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError } from "../../../api/error.ts";
import { insertClient, NOT_LISTED } from "../../../core/clients/client-actions.ts";
import { useClients } from "../../../core/clients/use-clients.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { Select, TextInput } from "../../../ui/controls/input.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { text } from "../text.ts";
import styles from "./new-client-dialog.module.css";

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
  const [pending, setPending] = useState(false);

  async function add(event: FormEvent) {
    event.preventDefault();
    setMissing(name.trim() === "");
    setFailure(undefined);
    if (name.trim() === "") return;
    setPending(true);
    try {
      select((await insertClient({ name: name.trim(), typeChart }))._id);
      onClose();
      await navigate(FIRST_STEPS);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(failureOf(error));
      setPending(false);
    }
  }

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
      <form id="new-client" className={styles.form} noValidate onSubmit={(event) => void add(event)}>
        <Failure>{failure}</Failure>
        <Field label={words.name} error={isMissing ? words.nameMissing : undefined}>
          {(control) => (
            <TextInput {...control} value={name} autoComplete="off" onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
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
      </form>
    </Dialog>
  );
}

/** A client that was added is not added again when the dialog is sent twice. */
function failureOf({ id, status }: ApiError): string {
  if (id === NOT_LISTED) return words.notListed;
  return status === FORBIDDEN ? words.forbidden : words.failed;
}

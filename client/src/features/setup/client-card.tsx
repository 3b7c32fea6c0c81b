import { TypeChart } from "@lamina/shared/client";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../api/error.ts";
import { updateClient } from "../../core/clients/client-actions.ts";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Select, TextInput } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./client-card.module.css";
import { text } from "./text.ts";

const FORBIDDEN = 403;

/** Name and irrigâmetro of the selected client. What is typed is not overwritten by what arrives meanwhile. */
export function ClientCard() {
  const client = useSelectedClient();
  const [name, setName] = useState(client.name);
  const [typeChart, setTypeChart] = useState<TypeChart>(client.typeChart);
  const [nameMissing, setNameMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    setNameMissing(name.trim() === "");
    setFailure(undefined);
    if (name.trim() === "") return;
    setPending(true);
    try {
      if (await updateClient({ _id: client._id, name: name.trim(), typeChart })) toast(text.client.saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.status === FORBIDDEN ? text.client.forbidden : text.client.failed);
    } finally {
      setPending(false);
    }
  }

  return (
    <Card title={text.client.title}>
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {failure && (
          <Banner tone="warning" icon="alert" announced>
            {failure}
          </Banner>
        )}
        <Field label={text.client.name} error={nameMissing ? text.client.nameMissing : undefined}>
          {(control) => <TextInput {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label={text.client.typeChart} hint={text.client.typeChartHint}>
          {(control) => (
            <Select
              {...control}
              value={typeChart}
              onChange={(event) =>
                setTypeChart(Number(event.target.value) === TypeChart.pivot ? TypeChart.pivot : TypeChart.bar)
              }
            >
              <option value={TypeChart.pivot}>{text.client.pivot}</option>
              <option value={TypeChart.bar}>{text.client.bar}</option>
            </Select>
          )}
        </Field>
        {typeChart !== client.typeChart && (
          <Banner tone="warning" icon="info" announced>
            {text.client.typeChartChanges}
          </Banner>
        )}
        <Button type="submit" variant="primary" pending={pending}>
          {text.client.save}
        </Button>
      </form>
    </Card>
  );
}

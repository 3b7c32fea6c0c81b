import { views } from "@lamina/shared/calls/views";
import type { TelemetryReply } from "@lamina/shared/records/readings";
import type { Device, Sensor } from "@lamina/shared/records/telemetry";
import { refusalWords } from "@lamina/shared/rules/refusal-text";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { now } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { Select, TextInput } from "../../../ui/controls/input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { parseNumber } from "../../../ui/parse-number.ts";
import styles from "./device-aside.module.css";
import { sensorName } from "./sensor-name.ts";
import { text } from "./text.ts";

const words = text.test;

/** Sends one reading as a device, and shows the result. */
export function TestReading({ device, sensors }: { device: Device; sensors: readonly Sensor[] }) {
  const [sensorId, setSensorId] = useState("");
  const [value, setValue] = useState("");
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<string>();
  const [pending, setPending] = useState(false);
  const sensor = sensors.find(({ _id }) => _id === sensorId) ?? sensors[0];

  async function send(event: FormEvent) {
    event.preventDefault();
    const number = parseNumber(value);
    setOutcome(undefined);
    setError(number === undefined || Number.isNaN(number) ? words.invalid : undefined);
    if (!sensor || number === undefined || Number.isNaN(number)) return;
    setPending(true);
    try {
      const { variable, depthCm } = sensor;
      const reading = { variable, depthCm: depthCm ?? null, date: new Date(now()).toISOString(), value: number };
      setOutcome(outcomeOf(await call(views.telemetry, { body: { serial: device.serial, readings: [reading] } })));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setOutcome(words.failed);
    } finally {
      setPending(false);
    }
  }

  return (
    <Card title={words.title}>
      <p className={styles.hint}>{sensor ? words.hint : words.none}</p>
      {sensor && (
        <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
          <Field label={words.sensor}>
            {(control) => (
              <Select {...control} value={sensor._id} onChange={(event) => setSensorId(event.target.value)}>
                {sensors.map((one) => (
                  <option key={one._id} value={one._id}>
                    {sensorName(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={`${words.value} (${sensor.unit})`} error={error}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="decimal"
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" pending={pending}>
            {words.send}
          </Button>
          <p role="status">{outcome}</p>
        </form>
      )}
    </Card>
  );
}

function outcomeOf({ accepted, duplicate, rejected }: TelemetryReply): string {
  if (accepted > 0) return words.accepted;
  if (duplicate > 0) return words.duplicate;
  return refusalWords(rejected[0]?.id ?? "").what;
}

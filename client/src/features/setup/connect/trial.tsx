import type { Decoded } from "@lamina/shared/doors/decode";
import type { Gateway } from "@lamina/shared/doors/gateway";
import { Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { refusalSentence } from "@lamina/shared/rules/refusal-text";
import { useState } from "react";
import * as z from "zod";
import { Field } from "../../../ui/controls/field.tsx";
import { TextArea } from "../../../ui/controls/input.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { text as deviceText } from "../devices/text.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import styles from "./connect.module.css";
import { decodedFrom } from "./decoded-from.ts";
import { text } from "./text.ts";

const words = text.trial;
const Reading = z.object({ variable: Variable, value: z.number() });

/** Reads a pasted message with a gateway's mapping, without sending it. */
export function Trial({ gateway, lists }: { gateway: Gateway; lists: RelatedRecords }) {
  const [pasted, setPasted] = useState("");
  const decoded = pasted.trim() === "" ? undefined : decodedFrom(pasted, gateway);
  return (
    <Card title={words.title}>
      <div className={styles.stack}>
        <p className={styles.hint}>{words.hint}</p>
        <Field label={words.message}>
          {(control) => (
            <TextArea {...control} rows={5} value={pasted} onChange={(event) => setPasted(event.target.value)} />
          )}
        </Field>
        <div role="status">
          {decoded === null && <p>{words.unreadable}</p>}
          {decoded?.map((one) => (
            <Result key={one.serials.join()} decoded={one} gateway={gateway} lists={lists} />
          ))}
        </div>
      </div>
    </Card>
  );
}

function Result({ decoded, gateway, lists }: { decoded: Decoded; gateway: Gateway; lists: RelatedRecords }) {
  const { form, serials, readings, paths, refused, unused } = decoded;
  const lower = serials.map((one) => one.toLowerCase());
  const device =
    lists.find("device", gateway.deviceId) ??
    lists.of("device").find(({ serial }) => lower.includes(serial.toLowerCase()));
  const serial = device?.serial ?? (serials[0] === undefined ? words.noSerial : words.unknownSerial(serials[0]));
  return (
    <>
      <p>{words.found(words.forms[form], serial)}</p>
      <ul>
        {readings.map((sent, index) => {
          const { data } = Reading.safeParse(sent);
          if (!data) return null;
          const value = `${formatNumber(data.value, 2)} ${variableRow(data.variable).unit}`;
          return (
            <li key={paths[index]}>{words.reading(paths[index] ?? "", deviceText.variables[data.variable], value)}</li>
          );
        })}
        {refused.map((refusal) => (
          <li key={`${refusal.id} ${refusal.field}`}>{refusalSentence(refusal)}</li>
        ))}
      </ul>
      {unused.length > 0 && <p className={styles.hint}>{words.unused(unused.join(", "))}</p>}
    </>
  );
}

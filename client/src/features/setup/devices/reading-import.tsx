import { Moment } from "@lamina/shared/record";
import { Variable } from "@lamina/shared/telemetry";
import { views } from "@lamina/shared/views";
import * as z from "zod";
import { call } from "../../../api/http.ts";
import { ImportButton, type ImportOutcome } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";
import { wordOptions } from "../records/options.ts";
import type { Lists } from "../records/record-view.ts";
import { text } from "./text.ts";

/** Readings of one call: as many as the API takes. */
const BATCH = 2000;
const ReadingRow = z.object({
  serial: z.string().min(1).max(64),
  date: Moment,
  variable: Variable,
  depthCm: z.number().optional(),
  value: z.number(),
});
const words = text.reading;
const fields = [
  { path: "serial", label: text.device.serial },
  { path: "date", label: words.date, widget: "moment" as const },
  { path: "variable", label: text.sensor.variable, options: wordOptions(text.variables) },
  { path: "depthCm", label: text.sensor.depth },
  { path: "value", label: words.value },
];

/** Readings from a file, taken in by the door of the devices: what was there already stays single. */
export function ReadingImport({ lists }: { lists: Lists }) {
  const timeZone = lists.of("farm")[0]?.timezone ?? "America/Sao_Paulo";
  return <ImportButton title={words.title} reader={{ fields, schema: ReadingRow, timeZone }} send={send} />;
}

async function send(rows: readonly GoodRow[]): Promise<ImportOutcome> {
  const outcome = { inserted: 0, duplicate: 0, errors: [] as ImportOutcome["errors"][number][] };
  // Not `Map.groupBy`, which the phones of the field are too old for.
  const bySerial = new Map<string, GoodRow[]>();
  for (const row of rows) {
    const serial = String(row.fields.serial);
    const group = bySerial.get(serial);
    if (group) group.push(row);
    else bySerial.set(serial, [row]);
  }
  for (const [serial, all] of bySerial)
    for (let first = 0; first < all.length; first += BATCH) {
      const batch = all.slice(first, first + BATCH);
      const readings = batch.map(({ fields: row }) => {
        const { variable, date, value, depthCm } = ReadingRow.parse(row);
        return { variable, date, value, depthCm: depthCm ?? null };
      });
      const reply = await call(views.telemetry, { body: { serial, readings } });
      outcome.inserted += reply.accepted;
      outcome.duplicate += reply.duplicate;
      for (const { index, id } of reply.rejected)
        outcome.errors.push({
          line: batch[index]?.line ?? 0,
          field: words.value,
          message: words.rejections[id as keyof typeof words.rejections] ?? text.test.rejected(id),
        });
    }
  return outcome;
}

import { formatNumber } from "../../ui/format.ts";
import type { DeliveredEntry, FieldRecord } from "./entry.ts";
import { text } from "./text.ts";

/** `Irrigação de 12 mm`, `Irrigação de 29 %`, `Chuva de 8,5 mm`, `Início de irrigação de 12 mm`. */
export function recordWords(record: FieldRecord): string {
  if (record.kind === "rain") return text.rain(`${formatNumber(record.fields.mm, 1)} mm`);
  const { grossMm, percent, hours, planned } = record.fields;
  const words = planned ? text.planned : text.watering;
  if (grossMm !== undefined) return words(`${formatNumber(grossMm, 1)} mm`);
  return words(percent === undefined ? `${formatNumber(hours, 1)} h` : `${formatNumber(percent, 0)} %`);
}

/** What became of records that were sent together. */
export function sentWords(delivered: readonly DeliveredEntry[]): string {
  const [first] = delivered;
  const known = delivered.filter(({ stored }) => stored === "known").length;
  if (first && delivered.length === 1)
    return `${recordWords(first.entry)} · ${first.entry.label}: ${known > 0 ? text.known : text.sent}`;
  return known > 0 ? text.sentKnown(delivered.length, known) : text.sentAll(delivered.length);
}

import { adviceText } from "../../field/advice-text.ts";
import { formatNumber } from "../../ui/format.ts";
import { type DeliveredEntry, type FieldRecord, wateringsIn } from "./entry.ts";
import { text } from "./text.ts";

/** `Irrigação de 12 mm`, `Irrigação de 29 % no painel`, `Chuva de 8,5 mm`, `Início de irrigação de 12 mm`. */
export function recordWords(record: FieldRecord): string {
  if (record.kind === "alert") return text.acts[record.fields.act];
  if (record.kind === "out" || record.kind === "back") return text[record.kind];
  if (record.kind === "note" || record.kind === "note-edit" || record.kind === "note-removal") return text[record.kind];
  if (record.kind === "rain") return text.rain(`${formatNumber(record.fields.mm, 1)} mm`);
  const { grossMm, percent, hours } = record.fields;
  const words = wateringsIn(record).every(({ planned }) => planned) ? text.planned : text.watering;
  if (grossMm !== undefined) return words(`${formatNumber(grossMm, 1)} mm`);
  return words(
    percent === undefined ? `${formatNumber(hours, 1)} h` : `${formatNumber(percent, 0)} % ${adviceText.onPanel}`,
  );
}

/** Why the API stored nothing new. */
export function knownWords(record: FieldRecord): string {
  return record.kind === "alert" ? text.actKnown[record.fields.act] : text.known;
}

/** When the API received a record. */
export function sentAtWords({ kind }: FieldRecord, time: string): string {
  return kind === "alert" ? text.actSentAt(time) : text.sentAt(time);
}

/** Results of records that were sent together. */
export function sentWords(delivered: readonly DeliveredEntry[]): string {
  const [first] = delivered;
  const knownCount = delivered.filter(({ stored }) => stored === "known").length;
  if (first?.entry.kind === "alert" && delivered.length === 1 && knownCount === 0)
    return text.actDone[first.entry.fields.act];
  if (first && delivered.length === 1)
    return `${recordWords(first.entry)} · ${first.entry.label}: ${knownCount > 0 ? knownWords(first.entry) : text.sent}`;
  return knownCount > 0 ? text.sentKnown(delivered.length, knownCount) : text.sentAll(delivered.length);
}

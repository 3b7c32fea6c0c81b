import { Button } from "../../ui/controls/button.tsx";
import { formatDate, formatDateTime, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { EntryProblem, OutboxEntry } from "./entry.ts";
import styles from "./outbox-list.module.css";
import { text } from "./text.ts";
import { useOutbox } from "./use-outbox.ts";

interface OutboxListProps {
  entries: readonly OutboxEntry[];
  /** The farm's zone; the device's when there is none. */
  timeZone?: string;
  /** Shows the subject of each record. */
  named?: boolean;
}

/** The unsent records, each with its state and the user's actions. */
export function OutboxList({ entries, timeZone, named = false }: OutboxListProps) {
  const { sending, discard, confirm } = useOutbox();
  if (entries.length === 0) return null;
  return (
    <ul className={styles.list}>
      {entries.map((entry) => {
        const { key, kind, problem, attempts } = entry;
        const isSending = sending === key;
        return (
          <li key={key} className={problem ? styles.problem : styles.entry} data-outbox={problem?.kind ?? "queued"}>
            <Icon name={problem ? "alert" : kind === "rain" ? "rain" : "drop"} size={18} />
            <p className={styles.words}>
              <strong>{recordWords(entry)}</strong>
              {named && ` · ${entry.label}`}
              <span className={styles.state} role="status">
                {problem
                  ? problemWords(problem, timeZone)
                  : isSending
                    ? text.sending
                    : attempts > 0
                      ? text.unanswered
                      : text.queued}
              </span>
            </p>
            <span className={styles.buttons}>
              {problem && (
                <Button onClick={() => void confirm(key)}>
                  {problem.kind === "conflict" ? text.keepBoth : text.again}
                </Button>
              )}
              {!isSending && (
                <Button variant="quiet" onClick={() => void discard(key)}>
                  {problem || attempts > 0 ? text.discard : text.undo}
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** `Irrigação de 12 mm`, `Irrigação de 29 %`, `Chuva de 8,5 mm`. */
function recordWords(record: OutboxEntry): string {
  if (record.kind === "rain") return text.rain(`${formatNumber(record.fields.mm, 1)} mm`);
  const { grossMm, percent, hours } = record.fields;
  if (grossMm !== undefined) return text.watering(`${formatNumber(grossMm, 1)} mm`);
  return text.watering(percent === undefined ? `${formatNumber(hours, 1)} h` : `${formatNumber(percent, 0)} %`);
}

function problemWords(problem: EntryProblem, timeZone: string | undefined): string {
  if (problem.kind === "refused") return text.refused(text.reasons[problem.id] ?? text.otherReason(problem.id));
  const { at, mm } = problem.twin;
  return text.conflict(
    `${formatNumber(mm, 1)} mm`,
    at.includes("T") ? formatDateTime(at, timeZone) : formatDate(at, "UTC"),
  );
}

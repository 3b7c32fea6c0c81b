import { Button } from "../../ui/controls/button.tsx";
import { formatDate, formatDateTime, formatNumber, formatTime } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { DeliveredEntry, EntryProblem, OutboxEntry } from "./entry.ts";
import styles from "./outbox-list.module.css";
import { knownWords, recordWords, sentAtWords } from "./record-words.ts";
import { text } from "./text.ts";
import { useOutbox } from "./use-outbox.ts";

interface OutboxListProps {
  entries: readonly OutboxEntry[];
  /** Records that this page has sent. */
  delivered?: readonly DeliveredEntry[];
  /** The farm's zone; the device's when there is none. */
  timeZone?: string;
  /** Shows the subject of each record. */
  named?: boolean;
}

const icons = {
  run: "drop",
  watering: "drop",
  rain: "rain",
  note: "info",
  "note-edit": "info",
  "note-removal": "info",
  out: "alert",
  back: "check",
  alert: "bell",
} as const;

/** The unsent records, each with its state and the user's actions; and the sent ones, with their outcome. */
export function OutboxList({ entries, delivered = [], timeZone, named = false }: OutboxListProps) {
  const { sending, onlyHere, discard, confirm } = useOutbox();
  if (entries.length + delivered.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {entries.map((entry) => {
        const { key, kind, problem, attempts, photoBytes } = entry;
        const isSending = sending === key;
        return (
          <li key={key} className={problem ? styles.problem : styles.entry} data-outbox={problem?.kind ?? "queued"}>
            <Icon name={problem ? "alert" : icons[kind]} size={18} />
            <p className={styles.words}>
              <strong>{recordWords(entry)}</strong>
              {photoBytes && ` ${text.withPhoto}`}
              {named && ` · ${entry.label}`}
              <span className={styles.state} role="status">
                {problem
                  ? problemWords(problem, timeZone)
                  : isSending
                    ? text.sending
                    : onlyHere.includes(key)
                      ? text.onlyHere
                      : attempts > 0
                        ? text.unanswered
                        : kind === "alert"
                          ? text.queuedAct
                          : text.queued}
              </span>
              {versionsOf(entry, timeZone).map(({ whose, words }) => (
                <span key={whose} className={styles.state}>
                  {whose}: {words}
                </span>
              ))}
            </p>
            <span className={styles.buttons}>
              {problem && (
                <Button onClick={() => void confirm(key)}>
                  {isChanged(problem) ? text.keepMine : problem.kind === "refused" ? text.again : text.keepBoth}
                </Button>
              )}
              {!isSending && (
                <Button variant="quiet" onClick={() => void discard(key)}>
                  {problem && isChanged(problem) ? text.keepTheirs : problem || attempts > 0 ? text.discard : text.undo}
                </Button>
              )}
            </span>
          </li>
        );
      })}
      {delivered.map(({ entry, at, stored }) => (
        <li key={entry.key} className={styles.sent} data-outbox="sent">
          <Icon name="check" size={18} />
          <p className={styles.words}>
            <strong>{recordWords(entry)}</strong>
            {named && ` · ${entry.label}`}
            <span className={styles.state}>
              {stored === "known" ? knownWords(entry) : sentAtWords(entry, formatTime(at, timeZone))}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

const isChanged = (problem: EntryProblem) => problem.kind === "refused" && problem.current !== undefined;

/** Both versions of a note or of a time out of service that two persons have changed. */
function versionsOf(
  { problem, photoBytes, ...record }: OutboxEntry,
  timeZone: string | undefined,
): { whose: string; words: string }[] {
  const current = problem?.kind === "refused" ? problem.current : undefined;
  if (!current) return [];
  const both = (mine: string, theirs: string) => [
    { whose: text.mine, words: mine },
    { whose: text.theirs, words: theirs },
  ];
  if (record.kind === "note-edit" && "note" in current) {
    const { note, photoId } = record.fields;
    const mine = text.version(note, photoId !== null || photoBytes !== undefined);
    return both(mine, text.version(current.note, current.withPhoto));
  }
  if (record.kind !== "back" || !("until" in current)) return [];
  const back = (until: string) => text.backAt(formatDateTime(until, timeZone));
  return both(back(record.fields.until), current.until === null ? text.noBack : back(current.until));
}

function problemWords(problem: EntryProblem, timeZone: string | undefined): string {
  if (problem.kind === "refused") return text.refused(text.reasons[problem.id] ?? text.otherReason(problem.id));
  if (problem.kind === "clock") return text.wrongClock(formatDateTime(problem.madeAt, timeZone));
  const { at, mm } = problem.twin;
  return text.conflict(
    `${formatNumber(mm, 1)} mm`,
    at.includes("T") ? formatDateTime(at, timeZone) : formatDate(at, "UTC"),
  );
}

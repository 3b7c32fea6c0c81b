import type { FieldNoteFields } from "@lamina/shared/records/field-note";
import type { WateringFields, WateringRun } from "@lamina/shared/records/irrigation";
import type { OutOfServiceFields } from "@lamina/shared/records/machine/out-of-service";
import type { RainFields } from "@lamina/shared/records/weather";
import type * as z from "zod";

export type AlertAct = { _id: string; act: "take" | "reopen" } | { _id: string; act: "resolve"; note?: string };

/** A stored note, and the version that its user saw. */
interface StoredNote {
  _id: string;
  pivotId: string;
  updatedAt: string;
}

type Watering = z.input<typeof WateringFields>;

/**
 * A record made in the field: a run with the waterings that follow from it, an irrigation of an earlier version of the app, the rain of a day, a note on a machine, the correction or the deletion of
 * a note, a machine out of service or back in it, or an act on an alert.
 */
export type FieldRecord =
  | { kind: "run"; fields: z.input<typeof WateringRun>; parts: readonly Watering[] }
  | { kind: "watering"; fields: Watering }
  | { kind: "rain"; fields: z.input<typeof RainFields> }
  | { kind: "note"; fields: z.input<typeof FieldNoteFields> }
  | { kind: "note-edit"; fields: StoredNote & { note: string | null; photoId: string | null } }
  | { kind: "note-removal"; fields: StoredNote }
  | { kind: "out"; fields: z.input<typeof OutOfServiceFields> }
  | { kind: "back"; fields: { _id: string; pivotId: string; until: string; updatedAt?: string | undefined } }
  | { kind: "alert"; fields: AlertAct };

/** A similar record by another user: an ISO moment or day, and the depth. */
export interface PossibleDuplicate {
  at: string;
  mm: number;
}

/** The stored version of a note, or of a time out of service. */
type CurrentVersion = { updatedAt: string } & ({ note: string | null; withPhoto: boolean } | { until: string | null });

/** Why an entry waits for the user. */
export type EntryProblem =
  /** The API refuses it: the id of the reason, the field, and the record as another user has changed it. */
  | { kind: "refused"; id: string; field?: string; current?: CurrentVersion }
  /** Another user made a similar record while this one waited. */
  | { kind: "conflict"; twin: PossibleDuplicate }
  /** The device's clock was wrong when the record was made. `madeAt` has the wrong time, ms since the epoch. */
  | { kind: "clock"; madeAt: number };

/** The answer to a sent entry: the API refuses it, stored it, or already had the same record. */
export type SendResult = { problem: EntryProblem } | { stored: "new" | "known" };

/** An entry that has arrived, and when, in ms since the epoch. */
export interface DeliveredEntry {
  entry: OutboxEntry;
  at: number;
  stored: "new" | "known";
}

/** An unsent record, as stored on the device. */
export type OutboxEntry = FieldRecord & {
  /** Created once, on the device. The API accepts each key once, so that a repeated request adds no second record. */
  key: string;
  clientId: string;
  /** The subject of the record, in the words of the screen that made it. */
  label: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Correction of the device's clock when the record was made, ms; none in records of earlier versions. */
  skewMs?: number;
  /** Number of attempts to send. After an attempt without an answer it is unknown whether the record arrived. */
  attempts: number;
  problem: EntryProblem | null;
  /** Length of its photo, which is stored beside the list of entries, because only sending needs it. */
  photoBytes?: number;
  /** True when the user wants the record in addition to the similar one. */
  confirmed: boolean;
  /** The version of another user that this one replaces, because the user saw it and chose the own one. */
  seenAt?: string;
};

/** The waterings that a record adds: none for another kind. */
export function wateringsIn(record: FieldRecord): readonly Watering[] {
  return record.kind === "run" ? record.parts : record.kind === "watering" ? [record.fields] : [];
}

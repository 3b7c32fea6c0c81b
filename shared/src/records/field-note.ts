import * as z from "zod";
import { Id, Moment, Note, storedRecord } from "../core/record.ts";
import { HOUR_MS } from "../core/time.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";

/** Maximum photo, in bytes of JPEG. A device shrinks a photo to less before it stores or sends it. */
export const PHOTO_BYTES_MAX = 300_000;
/** Maximum side of a photo, in pixels. */
export const PHOTO_SIDE_MAX = 4096;
/** The photo of a record, added before the record. */
export const PhotoId = Id.nullish();

/** A person's observation at a machine: text, a photo or both. */
export const FieldNoteFields = z.object({
  pivotId: Id,
  at: Moment,
  note: Note.optional(),
  photoId: PhotoId,
});
export const FieldNote = storedRecord(FieldNoteFields.extend({ userId: Id.nullish(), userName: z.string().nullish() }));
export type FieldNote = z.infer<typeof FieldNote>;

/** Clocks of phones may be this far ahead. */
const AHEAD_MS = HOUR_MS;

export function checkFieldNote({ at, note, photoId }: Partly<z.output<typeof FieldNoteFields>>, now: number) {
  const rules: BrokenRule[] = [];
  if (!note && !photoId) rules.push({ field: "note", id: "required" });
  if (Date.parse(at ?? "") > now + AHEAD_MS) rules.push({ field: "at", id: "to-come" });
  return rules;
}

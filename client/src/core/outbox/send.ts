import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { isSameWatering, RECENT_WATERINGS_MS, SAME_WATERING_MS, wateringSpan } from "@lamina/shared/records/irrigation";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { everyItem } from "../../api/pages.ts";
import { type AlertAct, type OutboxEntry, type PossibleDuplicate, type SendResult, wateringsIn } from "./entry.ts";

/** A record that waited no longer than this is sent without a search for duplicates. */
const FRESH_MS = 2 * MINUTE_MS;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const CONFLICT = 409;
const NOT_IMPLEMENTED = 501;

/** Sends an entry under its key, by a call that accepts each key once. */
export async function sendEntry(
  { key, clientId, attempts, confirmed, seenAt, ...record }: OutboxEntry,
  photo?: string,
): Promise<SendResult> {
  if (record.kind === "alert") return sendAlertAct(record.fields);
  if (record.kind === "out") {
    await call(entities.outOfService.insert, { body: { clientId, ...record.fields }, key });
    return { stored: "new" };
  }
  if (record.kind === "back")
    return endOutOfService(record.fields, seenAt ?? (confirmed ? undefined : record.fields.updatedAt));
  // The photo first, under the entry's key: a repetition names the same photo.
  const photoId = photo && (await call(views.photoInsert, { body: { clientId, data: photo }, key }))._id;
  const pictured = photoId ? { photoId } : {};
  if (record.kind === "note-removal") return removeNote(record.fields._id, attempts > 0);
  if (record.kind === "note-edit") {
    const { updatedAt } = record.fields;
    return editNote({ ...record.fields, ...pictured }, seenAt ?? (confirmed ? undefined : updatedAt));
  }
  if (record.kind === "note") {
    await call(entities.fieldNote.insert, { body: { clientId, ...record.fields, ...pictured }, key });
    return { stored: "new" };
  }
  const { errors, inserted, duplicate } =
    record.kind === "run"
      ? await sendRun(record, { clientId, key, ...pictured })
      : record.kind === "watering"
        ? await call(views.wateringImport, { body: { clientId, key, rows: [{ ...record.fields, ...pictured }] } })
        : await call(views.rainImport, { body: { clientId, key, rows: [{ ...record.fields, ...pictured }] } });
  const error = errors[0];
  if (error) return { problem: { kind: "refused", id: error.id, field: error.field } };
  // An earlier attempt without an answer may have stored it.
  return { stored: duplicate > 0 && inserted === 0 && attempts === 0 ? "known" : "new" };
}

/** The API splits a run. One without this call imports the waterings that the entry stores. */
async function sendRun(
  { fields, parts }: Pick<OutboxEntry & { kind: "run" }, "fields" | "parts">,
  { clientId, key, ...pictured }: { clientId: string; key: string; photoId?: string },
): Promise<ImportReply> {
  try {
    return await call(views.wateringRecord, { body: { clientId, ...fields, ...pictured }, key });
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === NOT_FOUND || error.status === NOT_IMPLEMENTED))) throw error;
    // One photo of the run, on the record of its first sector.
    const rows = parts.map((part, index) => (index === 0 ? { ...part, ...pictured } : part));
    return call(views.wateringImport, { body: { clientId, key, rows } });
  }
}

/** The API accepts each act twice with one effect. A conflict: another user was first, or the alert has ended. */
async function sendAlertAct(alertAct: AlertAct): Promise<SendResult> {
  const { _id } = alertAct;
  try {
    const { matchedCount } =
      alertAct.act === "resolve"
        ? await call(views.notificationResolve, { body: { _id, ...(alertAct.note && { note: alertAct.note }) } })
        : await call(alertAct.act === "take" ? views.notificationTake : views.notificationReopen, { body: { _id } });
    return matchedCount > 0 ? { stored: "new" } : { problem: { kind: "refused", id: "gone" } };
  } catch (error) {
    if (error instanceof ApiError && error.status === CONFLICT) return { stored: "known" };
    throw error;
  }
}

/** The end that a person recorded replaces the expected one, and that of another person only by choice. */
async function endOutOfService(
  { _id, until }: (OutboxEntry & { kind: "back" })["fields"],
  updatedAt: string | undefined,
): Promise<SendResult> {
  try {
    const body = { _id, until, ...(updatedAt && { updatedAt }) };
    const { matchedCount } = await call(entities.outOfService.update, { body });
    return matchedCount > 0 ? { stored: "new" } : { problem: { kind: "refused", id: "out-gone" } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
    const current = await call(entities.outOfService.getById, { query: { ID: _id } });
    if (current.until === until) return { stored: "new" };
    const seen = { until: current.until ?? null, updatedAt: current.updatedAt };
    return { problem: { kind: "refused", id: "out-changed", current: seen } };
  }
}

/** A note that is already gone was deleted by another user, or by an attempt without an answer. */
async function removeNote(_id: string, isRepeated: boolean): Promise<SendResult> {
  try {
    await call(entities.fieldNote.remove, { query: { ID: _id } });
    return { stored: "new" };
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return { stored: isRepeated ? "new" : "known" };
    throw error;
  }
}

/**
 * Changes the version that the user saw; any version where the user has confirmed without seeing one. A repeated change
 * finds itself stored.
 */
async function editNote(
  { _id, note, photoId }: (OutboxEntry & { kind: "note-edit" })["fields"],
  updatedAt: string | undefined,
): Promise<SendResult> {
  const gone = { problem: { kind: "refused", id: "note-gone" } } as const;
  try {
    const body = { _id, note, photoId, ...(updatedAt && { updatedAt }) };
    return (await call(entities.fieldNote.update, { body })).matchedCount > 0 ? { stored: "new" } : gone;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
    const current = await call(entities.fieldNote.getById, { query: { ID: _id } });
    const isSame = (current.note ?? null) === note && (current.photoId ?? null) === photoId;
    if (isSame) return { stored: "new" };
    const seen = { note: current.note ?? null, withPhoto: current.photoId != null, updatedAt: current.updatedAt };
    return { problem: { kind: "refused", id: "note-changed", current: seen } };
  }
}

/**
 * A similar record by another user, made while the entry waited; or any, for a watering so old that the form could not
 * know. Null also when the API has no such list.
 */
export async function findPossibleDuplicate(entry: OutboxEntry, now: number): Promise<PossibleDuplicate | null> {
  const waterings = wateringsIn(entry);
  if (waterings.length === 0 && entry.kind !== "rain") return null;
  const isOld = waterings.some(({ start }) => Date.parse(start) < entry.madeAt - RECENT_WATERINGS_MS);
  if (now - entry.madeAt < FRESH_MS && !isOld) return null;
  try {
    return await (entry.kind === "rain" ? duplicateRain(entry) : duplicateWatering(entry.clientId, waterings));
  } catch (error) {
    if (error instanceof ApiError && (error.status === NOT_FOUND || error.status === FORBIDDEN)) return null;
    throw error;
  }
}

async function duplicateWatering(
  clientId: string,
  waterings: ReturnType<typeof wateringsIn>,
): Promise<PossibleDuplicate | null> {
  const spans = waterings.map(({ sectorId, ...watering }) => ({ sectorId, span: wateringSpan(watering) }));
  // The list is by start: a day before it finds a run that was under way.
  const startAt = Math.min(...spans.map(({ span }) => span.startAt)) - SAME_WATERING_MS - DAY_MS;
  const endAt = Math.max(...spans.map(({ span }) => span.endAt)) + SAME_WATERING_MS;
  const range = { ID: clientId, from: new Date(startAt).toISOString(), to: new Date(endAt).toISOString() };
  const items = await everyItem((cursor) => call(views.wateringPage, { query: { ...range, ...cursor } }));
  const twin = items.find((item) =>
    spans.some(({ sectorId, span }) => item.sectorId === sectorId && isSameWatering(span, wateringSpan(item))),
  );
  return twin ? { at: twin.start, mm: twin.grossMm } : null;
}

async function duplicateRain({ clientId, fields }: OutboxEntry & { kind: "rain" }): Promise<PossibleDuplicate | null> {
  const items = await everyItem((cursor) =>
    call(views.rainPage, { query: { ID: clientId, from: fields.date, to: fields.date, ...cursor } }),
  );
  const twin = items.find(
    (rain) =>
      rain.source === "manual" &&
      rain.date === fields.date &&
      (rain.farmId ?? null) === (fields.farmId ?? null) &&
      (rain.sectorId ?? null) === (fields.sectorId ?? null),
  );
  return twin ? { at: twin.date, mm: twin.mm } : null;
}

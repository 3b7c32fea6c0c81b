import { views } from "@lamina/shared/calls/views";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { RECENT_WATERINGS_MS, SAME_WATERING_MS } from "@lamina/shared/records/irrigation";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import type { OutboxEntry, PossibleDuplicate, SendResult } from "./entry.ts";

/** A record that waited no longer than this is sent without a search for duplicates. */
const FRESH_MS = 2 * MINUTE_MS;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

/** Sends an entry under its key, by the import call, which accepts each key once. */
export async function sendEntry({ key, clientId, attempts, ...record }: OutboxEntry): Promise<SendResult> {
  const { errors, duplicate } =
    record.kind === "watering"
      ? await call(views.wateringImport, { body: { clientId, key, rows: [record.fields] } })
      : await call(views.rainImport, { body: { clientId, key, rows: [record.fields] } });
  const error = errors[0];
  if (error) return { problem: { kind: "refused", id: error.id, field: error.field } };
  // An earlier attempt without an answer may have stored it.
  return { stored: duplicate > 0 && attempts === 0 ? "known" : "new" };
}

/**
 * A similar record by another user, made while the entry waited; or any, for a watering so old that the form could not
 * know. Null also when the API has no such list.
 */
export async function findPossibleDuplicate(entry: OutboxEntry, now: number): Promise<PossibleDuplicate | null> {
  const isOld = entry.kind === "watering" && Date.parse(entry.fields.start) < entry.madeAt - RECENT_WATERINGS_MS;
  if (now - entry.madeAt < FRESH_MS && !isOld) return null;
  try {
    return await (entry.kind === "watering" ? duplicateWatering(entry) : duplicateRain(entry));
  } catch (error) {
    if (error instanceof ApiError && (error.status === NOT_FOUND || error.status === FORBIDDEN)) return null;
    throw error;
  }
}

async function duplicateWatering({
  clientId,
  fields,
}: OutboxEntry & { kind: "watering" }): Promise<PossibleDuplicate | null> {
  const start = Date.parse(fields.start);
  const from = new Date(start - SAME_WATERING_MS).toISOString();
  const to = new Date(start + SAME_WATERING_MS).toISOString();
  const { items } = await call(views.wateringPage, { query: { ID: clientId, from, to } });
  const twin = items.find(({ sectorId }) => sectorId === fields.sectorId);
  return twin ? { at: twin.start, mm: twin.grossMm } : null;
}

async function duplicateRain({ clientId, fields }: OutboxEntry & { kind: "rain" }): Promise<PossibleDuplicate | null> {
  const { items } = await call(views.rainPage, { query: { ID: clientId, from: fields.date, to: fields.date } });
  const twin = items.find(
    (rain) =>
      rain.source === "manual" &&
      rain.date === fields.date &&
      (rain.farmId ?? null) === (fields.farmId ?? null) &&
      (rain.sectorId ?? null) === (fields.sectorId ?? null),
  );
  return twin ? { at: twin.date, mm: twin.mm } : null;
}

import * as z from "zod";
import { Id, Moment } from "../../core/record.ts";
import { FieldNote, PHOTO_BYTES_MAX } from "../../records/field-note.ts";
import { Watering, WateringRun } from "../../records/irrigation.ts";
import { CanopyObservation } from "../../records/season/canopy.ts";
import { Rain } from "../../records/weather.ts";
import { ById, endpoint, PageQuery, pageOf } from "../endpoint.ts";
import { readCall } from "./call-shapes.ts";

/** One rejected row of an import: its number in the file (from 1), the field and the reason. */
const ImportError = z.object({ row: z.number().int(), field: z.string(), id: z.string(), message: z.string() });
/** Result of an import. A retry with the same `key` gets the same answer and stores nothing twice. */
export const ImportReply = z.object({
  inserted: z.number().int(),
  /** Rows that are stored already, or repeated in the file. */
  duplicate: z.number().int(),
  changed: z.number().int().default(0),
  /** Rows of a place and time that has a record with another amount. Those of readings are not inserted, the others are. */
  conflicting: z.number().int().default(0),
  errors: z.array(ImportError),
});
export type ImportReply = z.infer<typeof ImportReply>;
/** What one file wrote, in one or several calls, so that it can be undone as one. */
export const BatchId = z.string().min(8).max(64);

/** An import of the last days, with the number of records that it wrote. */
export const ImportBatch = z.object({
  _id: BatchId,
  date: Moment,
  userName: z.string(),
  entities: z.array(z.string()),
  inserted: z.number().int(),
  changed: z.number().int(),
  undone: z.boolean(),
});
export type ImportBatch = z.infer<typeof ImportBatch>;
/** How long an import can be undone. */
export const UNDO_DAYS = 30;

/**
 * The result of one step of an undo. `left`: records that are still to come, so the call is repeated until none is left;
 * `refused`: records that another person changed since, or that other records need.
 */
export const UndoReply = z.object({
  undone: z.number().int(),
  left: z.number().int(),
  refused: z.array(
    z.object({ entity: z.string(), recordId: Id, name: z.string(), id: z.string(), message: z.string() }),
  ),
});
export type UndoReply = z.infer<typeof UndoReply>;

/**
 * Rows are validated one by one, so that a bad row does not reject the others; each must match the schema `row`. A row with
 * the `_id` of a stored record is that record: an equal one changes nothing, an edited one changes it.
 */
function importOf(row: `${ImportedEntity}Fields` | "WateringFields or RainFields") {
  const rows = z.array(z.unknown().describe(row)).min(1).max(10_000);
  return z.object({ clientId: Id, key: z.string().min(8).max(64), batch: BatchId.optional(), rows });
}
/** The screen with the right to import. */
const IMPORT_SCREENS = {
  Watering: "watering",
  Rain: "watering",
  CanopyObservation: "balance",
  Farm: "farms",
  Pivot: "farms",
  PivotSector: "farms",
  Soil: "farms",
  Crop: "balance",
  Season: "balance",
  Device: "device",
  User: "user",
} as const;
type ImportedEntity = keyof typeof IMPORT_SCREENS;

function importCall<Entity extends ImportedEntity>(entity: Entity) {
  return endpoint({
    method: "POST",
    path: `/${entity}/Import`,
    body: importOf(`${entity}Fields`),
    reply: ImportReply,
    access: { screen: IMPORT_SCREENS[entity], action: "create" },
    summary: `Imports records of ${entity}; good rows go in, bad ones are named`,
  });
}

/** Another path than the import, so that an API without it refuses it and stores nothing. */
function previewOf<Entity extends ImportedEntity>(entity: Entity) {
  return endpoint({
    method: "POST",
    path: `/${entity}/ImportPreview`,
    body: importOf(`${entity}Fields`).omit({ key: true, batch: true }),
    reply: ImportReply,
    access: { screen: IMPORT_SCREENS[entity], action: "create" },
    summary: "Answers what an import of these rows would do, and stores nothing",
  });
}

/** An import that continues as a job: counts of the processed rows, and their results. */
export const ImportJob = ImportReply.extend({
  _id: Id,
  clientId: Id,
  entity: z.enum(["Watering", "Rain"]),
  /** Rows of the file, and how many of them are done. */
  rows: z.number().int(),
  done: z.number().int(),
  createdAt: Moment,
  /** Null while it runs. */
  finishedAt: Moment.nullable(),
});
export type ImportJob = z.infer<typeof ImportJob>;

/** Waterings, rain and notes: long lists in pages, imports and photos. */
export const fieldRecordCalls = {
  wateringPage: readCall("watering", {
    path: "/Watering/GetPage",
    query: PageQuery,
    reply: pageOf(Watering),
    summary: "Waterings of a client, newest first",
  }),
  wateringImport: importCall("Watering"),
  wateringPreview: previewOf("Watering"),
  wateringRecord: endpoint({
    method: "POST",
    path: "/Watering/Record",
    body: WateringRun.extend({ clientId: Id }),
    reply: ImportReply,
    access: { screen: "watering", action: "create" },
    idempotent: true,
    summary: "Records a run of a machine, also one in progress, as waterings of its sectors: all of them, or none",
  }),
  rainPage: readCall("watering", {
    path: "/Rain/GetPage",
    query: PageQuery,
    reply: pageOf(Rain),
    summary: "Rain records of a client, newest first",
  }),
  rainImport: importCall("Rain"),
  rainPreview: previewOf("Rain"),
  canopyPage: readCall("balance", {
    path: "/CanopyObservation/GetPage",
    query: PageQuery,
    reply: pageOf(CanopyObservation),
    summary: "Observed covers of a client, newest first",
  }),
  canopyImport: importCall("CanopyObservation"),
  canopyPreview: previewOf("CanopyObservation"),
  importInsert: endpoint({
    method: "POST",
    path: "/Import/Insert",
    body: importOf("WateringFields or RainFields").extend({ entity: ImportJob.shape.entity }),
    reply: ImportJob,
    access: { screen: "watering", action: "create" },
    summary: "Imports waterings or rain records later; answers at once with a job, the same one for the same key",
  }),
  importJob: endpoint({
    method: "GET",
    path: "/Import/GetByID",
    query: ById,
    reply: ImportJob,
    access: { screen: "watering", action: "create" },
    summary: "How far an import is; for its author only",
  }),
  farmImport: importCall("Farm"),
  farmPreview: previewOf("Farm"),
  pivotImport: importCall("Pivot"),
  pivotPreview: previewOf("Pivot"),
  pivotSectorImport: importCall("PivotSector"),
  pivotSectorPreview: previewOf("PivotSector"),
  soilImport: importCall("Soil"),
  soilPreview: previewOf("Soil"),
  cropImport: importCall("Crop"),
  cropPreview: previewOf("Crop"),
  seasonImport: importCall("Season"),
  seasonPreview: previewOf("Season"),
  deviceImport: importCall("Device"),
  devicePreview: previewOf("Device"),
  userImport: importCall("User"),
  userPreview: previewOf("User"),
  importBatches: readCall("farms", {
    path: "/Import/GetByClientID",
    reply: z.array(ImportBatch),
    summary: `The imports of a client's files in the last ${UNDO_DAYS} days, newest first`,
  }),
  importUndo: endpoint({
    method: "POST",
    path: "/Import/Undo",
    body: z.object({ clientId: Id, batch: BatchId }),
    reply: UndoReply,
    access: { screen: "farms", action: "view" },
    summary: "Takes back what an import wrote, some records a call; each needs the right to delete or change it",
  }),
  fieldNotePage: readCall("watering", {
    path: "/FieldNote/GetPage",
    query: PageQuery,
    reply: pageOf(FieldNote),
    summary: "Notes on the machines of a client, newest first",
  }),
  photoInsert: endpoint({
    method: "POST",
    path: "/Photo/Insert",
    body: z.object({
      clientId: Id,
      /** A JPEG in base64. The API removes its metadata, and deletes a photo that no record names after a day. */
      data: z
        .base64()
        .min(1)
        .max(Math.ceil(PHOTO_BYTES_MAX / 3) * 4),
    }),
    reply: z.object({ _id: Id }),
    access: { screen: "watering", action: "create" },
    idempotent: true,
    summary: "Adds a photo, for the record that names it in photoId",
  }),
  photo: readCall("watering", {
    path: "/Photo/GetByID",
    reply: z.file(),
    summary: "The JPEG of a photo, for callers who may see a record that names it",
  }),
} as const;

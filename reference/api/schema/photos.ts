import { index, pgTable, text } from "drizzle-orm/pg-core";
import { bytes } from "../core/database/columns.ts";
import { clientRecordColumns } from "./clients.ts";

/** Photos of records, as JPEG without metadata. A photo that no record names is deleted after a day. */
export const photos = pgTable("photos", { ...clientRecordColumns(), data: bytes("data").notNull() }, (table) => [
  index().on(table.clientId),
  index().on(table.createdAt),
]);

/** The photo of a record. */
export const photoReference = () => text("photo_id").references(() => photos._id, { onDelete: "set null" });

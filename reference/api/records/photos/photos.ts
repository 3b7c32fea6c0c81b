import { randomUUID } from "node:crypto";
import { views } from "@lamina/shared/calls/views";
import { PHOTO_SIDE_MAX } from "@lamina/shared/records/field-note";
import { and, eq, getTableColumns } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { problems } from "../../http/problem.ts";
import type { Router } from "../../http/router.ts";
import { photos } from "../../schema/photos.ts";
import { audit } from "../audit/write.ts";
import type { RecordDefinition } from "../definition.ts";
import { PHOTO } from "../places.ts";
import { requireRoomForPhoto } from "../quotas/quotas.ts";
import { createRecordStore } from "../store.ts";
import { writeOnce } from "../write-keys.ts";
import { withoutMetadata } from "./jpeg.ts";

interface NewPhoto {
  clientId: string;
  data: string;
}

/**
 * Photos of records. A record names its photo, and only who may see the record may see the photo. A photo without a
 * record is attached by its author, whom the audit names.
 */
interface Photos {
  /**
   * Stores a photo without its metadata. The same key adds nothing again and gets the same answer.
   * @throws HttpProblem 400 for other bytes than a JPEG, 403, 404 for the client, 422 for a key of another photo
   */
  insert(caller: Caller, photo: NewPhoto, key?: string): Promise<{ _id: string }>;
  /** @throws HttpProblem 404 without a record that the caller may see */
  get(caller: Caller, id: string): Promise<File>;
}

export function createPhotos(
  { database, clock }: Pick<Context, "database" | "clock">,
  definitions: readonly RecordDefinition[],
): Photos {
  const owners = definitions.map((definition) => ({ definition, store: createRecordStore(definition) }));

  async function isSeen(caller: Caller, photoId: string): Promise<boolean> {
    for (const { definition, store } of owners) {
      const clientIds = [...caller.clients.keys()].filter((id) =>
        mayOnClient(caller, definition.calls.getById.access, id),
      );
      for (const id of await namedBy(database, definition, photoId, clientIds))
        if (await store.find(database, caller, id)) return true;
    }
    return false;
  }

  return {
    async insert(caller, { clientId, data }, key) {
      if (!caller.clients.has(clientId)) throw problems.notFound("client");
      if (!mayOnClient(caller, views.photoInsert.access, clientId)) throw problems.forbidden();
      const jpeg = withoutMetadata(Buffer.from(data, "base64"), PHOTO_SIDE_MAX);
      if (jpeg === undefined) throw problems.validation([{ field: "data", id: "no-photo" }]);
      const now = clock.now();
      return database.transaction(async (transaction) => {
        const add = async () => {
          await requireRoomForPhoto(transaction, clientId, jpeg.length);
          const photo = { _id: randomUUID(), clientId, createdAt: now, updatedAt: now, data: jpeg };
          await transaction.insert(photos).values(photo);
          const what = { clientId, entity: PHOTO, recordId: photo._id, after: {} };
          await audit(transaction, { ...what, author: caller, date: now });
          return { _id: photo._id };
        };
        if (key === undefined) return add();
        return writeOnce(transaction, { clientId, entity: "Photo", key, caller, body: data, now }, add);
      });
    },

    async get(caller, id) {
      if (!(await isSeen(caller, id))) throw problems.notFound("photo");
      const [photo] = await database.select({ data: photos.data }).from(photos).where(eq(photos._id, id));
      if (photo === undefined) throw problems.notFound("photo");
      return new File([Uint8Array.from(photo.data)], `${id}.jpg`, { type: "image/jpeg" });
    },
  };
}

/** Ids of the records that name a photo. */
async function namedBy(
  database: Database,
  { table }: RecordDefinition,
  photoId: string,
  clientIds: readonly string[],
): Promise<string[]> {
  const column = getTableColumns(table).photoId;
  if (column === undefined) return [];
  const rows = await database
    .select({ _id: table._id })
    .from(table)
    .where(and(eq(column, photoId), anyOf(table.clientId, clientIds)));
  return rows.map(({ _id }) => String(_id));
}

export function photoRoutes(router: Router, photos: Photos): void {
  router.route(views.photoInsert, ({ caller, body, key }) => photos.insert(caller, body, key));
  router.route(views.photo, ({ caller, query }) => photos.get(caller, query.ID));
}

import * as z from "zod";
import { Id, Moment } from "../../core/record.ts";
import { endpoint } from "../endpoint.ts";
import { readCall } from "./call-shapes.ts";

/** How long a deletion can be undone. */
export const RESTORE_DAYS = 30;

/** A deleted record that can be restored, with the number of records that went along. */
export const DeletedRecord = z.object({
  _id: Id,
  date: Moment,
  until: Moment,
  userName: z.string(),
  entity: z.string(),
  recordId: Id,
  name: z.string(),
  count: z.number().int(),
});
export type DeletedRecord = z.infer<typeof DeletedRecord>;

/** `kept`: records that lost the name of the deleted one and that a person changed since, so they stay as they are. */
export const RestoreReply = z.object({
  restored: z.number().int(),
  kept: z.array(z.object({ entity: z.string(), name: z.string() })),
});
export type RestoreReply = z.infer<typeof RestoreReply>;

export const deletionCalls = {
  deletions: readCall("farms", {
    path: "/Deletion/GetByClientID",
    reply: z.array(DeletedRecord),
    summary: `Records of the set-up that were deleted in the last ${RESTORE_DAYS} days, newest first`,
  }),
  restore: endpoint({
    method: "POST",
    path: "/Deletion/Restore",
    body: z.object({
      clientId: Id,
      _id: Id,
      /** Another name, when a newer record has the former one. */
      name: z.string().trim().min(1).max(120).optional(),
    }),
    reply: RestoreReply,
    access: { screen: "farms", action: "view" },
    summary: "Restores a deleted record with all that went along; needs the rights to add and to delete it",
  }),
} as const;

import { endpoints } from "@lamina/shared/calls/endpoints";
import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { eq } from "drizzle-orm";
import { usersGroupDefinition } from "../access/identity/groups-service.ts";
import { userStore } from "../access/identity/user-store.ts";
import { notificationClient } from "../alerts/inbox/inbox.ts";
import type { Context } from "../core/context.ts";
import { sectorOfDetection } from "../irrigation/detections/resolve.ts";
import type { AuditedKind } from "../records/audit/service.ts";
import { createRecordStore } from "../records/store.ts";
import { pivotCommands } from "../schema/commands.ts";
import { recordDefinitions } from "./records.ts";

/** Every kind of audited record, by the name of its entity, with the right to see it. */
export function auditedKinds({ database }: Pick<Context, "database">): ReadonlyMap<string, AuditedKind> {
  const ofRecords = [...recordDefinitions, usersGroupDefinition].map((definition) => {
    const { access } = definition.calls.getById;
    const store = createRecordStore(definition);
    const kind: AuditedKind = {
      access,
      clientOf: async (caller, id) => (await store.find(database, caller, id))?.clientId,
    };
    return [definition.entity, kind] as const;
  });
  const records = new Map(ofRecords);
  const sector = records.get("PivotSector");
  const farm = records.get("Farm");
  if (sector === undefined || farm === undefined) throw new Error("no sectors or farms");
  return new Map<string, AuditedKind>([
    ...records,
    // A sector's adjustments.
    ["Balance", { ...sector, access: entities.season.getById.access }],
    // A farm's decisions about the plan of a day.
    ["DayPlan", { ...farm, access: views.recommendations.access }],
    [
      "User",
      {
        access: entities.user.getById.access,
        clientOf: async (caller, id) =>
          (await userStore.find(database, id, [...caller.clients.keys()]))?.membership.clientId,
      },
    ],
    [
      "Client",
      {
        access: { ...(endpoints.clientUpdate.access ?? { screen: "config" }), action: "view" },
        clientOf: async (caller, id) => (caller.clients.has(id) ? id : undefined),
      },
    ],
    [
      "Detection",
      {
        access: views.detections.access,
        clientOf: async (caller, id) => {
          const sectorId = await sectorOfDetection(database, id);
          return sectorId === undefined ? undefined : sector.clientOf(caller, sectorId);
        },
      },
    ],
    [
      "PivotCommand",
      {
        access: views.commandsByPivot.access,
        clientOf: async (caller, id) => {
          const [found] = await database
            .select({ pivotId: pivotCommands.pivotId })
            .from(pivotCommands)
            .where(eq(pivotCommands._id, id));
          return found && records.get("Pivot")?.clientOf(caller, found.pivotId);
        },
      },
    ],
    [
      "Notification",
      { access: views.notifications.access, clientOf: (caller, id) => notificationClient(database, caller, id) },
    ],
  ]);
}

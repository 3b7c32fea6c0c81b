import { allows } from "@lamina/shared/access/rights";
import { views } from "@lamina/shared/calls/views";
import type { AlertType } from "@lamina/shared/records/alert";
import type { Listener } from "../../access/identity/audience.ts";
import type { notifications } from "../../schema/alerts.ts";

type Alert = Pick<typeof notifications.$inferSelect, "clientId" | "farmId" | "type">;

/** Whether a user receives an alert: by their right to see alerts, their farms, and the alert types of their group. */
export function concerns({ clientId, farmId, type }: Alert, listener: Listener): boolean {
  const { farmIds, permissions, alertTypes } = listener;
  return (
    listener.clientId === clientId &&
    allows(permissions, views.notifications.access ?? { screen: "alerts", action: "view" }) &&
    (farmIds.length === 0 || farmId === null || farmIds.includes(farmId)) &&
    (alertTypes.length === 0 || alertTypes.includes(type satisfies AlertType))
  );
}

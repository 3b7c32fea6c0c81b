import { entities } from "@lamina/shared/calls/entities";
import type { AlertType, Notification } from "@lamina/shared/records/alert";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { useSelectedClient } from "../clients/use-clients.ts";
import { StopMachine } from "../commands/stop-machine.tsx";

/** Alerts of a machine that runs, or may, so that a person may have to stop it. */
const OF_RUNNING: readonly AlertType[] = [
  "pivot-started",
  "pivot-fault",
  "runs-out-of-service",
  "command-unproved",
  "low-pressure",
  "stop-run",
  "permit-ended",
  "rain",
  "wind",
];

const pivotQuery = (clientId: string, pivotId: string) =>
  queryOptions({
    queryKey: [clientId, "pivot", pivotId],
    queryFn: ({ signal }) => call(entities.pivot.getById, { query: { ID: pivotId }, signal }),
    meta: { entities: ["Pivot"] },
  });

/** "Parar" beside an alert of a machine that may run. */
export function StopAlerted({ alert: { type, pivotId, clientId } }: { alert: Notification }) {
  const { timezone, name: farm } = useSelectedClient();
  const { data: pivot } = useQuery({
    ...pivotQuery(clientId, pivotId ?? ""),
    enabled: Boolean(pivotId) && OF_RUNNING.includes(type),
  });
  if (!pivot) return null;
  return <StopMachine machine={{ pivot, farm: { name: farm, timezone: timezone ?? "UTC" } }} isAdvised />;
}

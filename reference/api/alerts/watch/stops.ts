import { HOUR_MS } from "@lamina/shared/core/time";
import { stoppingTypes } from "@lamina/shared/records/alert";
import type { Database } from "../../core/database/open.ts";
import { latestStatuses } from "../../telemetry/store/pivot-store.ts";
import { loadFarmTree, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import type { Rule } from "../rules/default-rules.ts";
import { text } from "./text.ts";

/** A panel that is silent for longer says nothing of what its machine does now. */
export const NEWS_MS = HOUR_MS;

/**
 * The observations of farms and permits, once more for each machine that runs and has a rule that stops it. An
 * observation of a machine itself meets its rule anyhow.
 */
export async function forStoppingRules(
  database: Database,
  observations: readonly Observation[],
  rules: readonly Rule[],
  now: Date,
): Promise<Observation[]> {
  const stopping = rules.filter(({ stops, enabled }) => stops && enabled);
  const ofPlaces = observations.filter(
    ({ types, place }) => stoppingTypes.includes(types[0]) && place.pivotId === null,
  );
  if (stopping.length === 0 || ofPlaces.length === 0) return [];
  const pivotIds = stopping.flatMap(({ scope }) => scope.id ?? []);
  const clientIds = [...new Set(stopping.map(({ clientId }) => clientId))];
  const { pivots } = await loadFarmTree(database, clientIds);
  const statuses = await latestStatuses(database, pivotIds);
  return stopping.flatMap(({ type, scope }) => {
    const machine = pivots.get(scope.id ?? "");
    const status = statuses.get(scope.id ?? "");
    if (!machine || !status?.running || now.getTime() - Date.parse(status.date) > NEWS_MS) return [];
    return ofPlaces.flatMap((observation): Observation[] => {
      const { place, types, subject, message, pivotIds: covered } = observation;
      if (types[0] !== type || place.farmId !== machine.farmId || (covered && !covered.includes(machine._id)))
        return [];
      return [
        {
          ...observation,
          subject: `${subject}:${machine._id}`,
          place: placeOf(machine),
          message: async () => text.stopAsked(machine.name, await message()),
        },
      ];
    });
  });
}

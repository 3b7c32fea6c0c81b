import { type OutboxEntry, wateringsIn } from "./entry.ts";

export interface Pending {
  entries: readonly OutboxEntry[];
  /** Gross depths and rain that the API has not received, in mm. */
  wateringMm: number;
  rainMm: number;
}

/** Some sectors of a machine on a farm. */
export interface MachineScope {
  clientId: string;
  pivotId: string;
  sectorIds: readonly string[];
  farmId: string;
}

/** True for a record of one of some sectors, of the rain on their farm, or of their machine. */
export function isAt(entry: OutboxEntry, { clientId, pivotId, sectorIds, farmId }: MachineScope): boolean {
  if (entry.clientId !== clientId || entry.kind === "alert") return false;
  if (entry.kind === "out" && entry.fields.waterSourceId) return entry.fields.farmId === farmId;
  if (entry.kind === "out" || entry.kind === "back") return entry.fields.pivotId === pivotId;
  if (entry.kind === "run") return entry.fields.sectorIds.some((id) => sectorIds.includes(id));
  if ("pivotId" in entry.fields) return entry.fields.pivotId === pivotId;
  return sectorIds.includes(entry.fields.sectorId ?? "") || (entry.kind === "rain" && entry.fields.farmId === farmId);
}

/** The unsent records of a client for some sectors of a farm. */
export function pendingOf(entries: readonly OutboxEntry[], place: MachineScope): Pending {
  const own = entries.filter((entry) => isAt(entry, place));
  const hopeful = own.filter(({ problem }) => problem === null);
  return {
    entries: own,
    wateringMm: sum(
      hopeful
        .flatMap(wateringsIn)
        .filter(({ sectorId, planned }) => !planned && place.sectorIds.includes(sectorId))
        .map(({ grossMm = 0 }) => grossMm),
    ),
    rainMm: sum(hopeful.map((entry) => (entry.kind === "rain" ? entry.fields.mm : 0))),
  };
}

/** True when numbers that the API computed before will change with an unsent record. */
export const changesNumbers = ({ wateringMm, rainMm }: Pending): boolean => wateringMm > 0 || rainMm > 0;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

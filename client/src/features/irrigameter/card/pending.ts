import type { OutboxEntry } from "../../../core/outbox/entry.ts";

/** Unsent records of sectors. */
export interface Pending {
  entries: readonly OutboxEntry[];
  /** Gross depths and rain that the API has not received, in mm. */
  wateringMm: number;
  rainMm: number;
}

/** The unsent records of a client for some sectors of a farm. */
export function pendingOf(
  entries: readonly OutboxEntry[],
  { clientId, sectorIds, farmId }: { clientId: string; sectorIds: readonly string[]; farmId: string },
): Pending {
  const own = entries.filter(
    (entry) =>
      entry.clientId === clientId &&
      (sectorIds.includes(entry.fields.sectorId ?? "") || (entry.kind === "rain" && entry.fields.farmId === farmId)),
  );
  const hopeful = own.filter(({ problem }) => problem === null);
  return {
    entries: own,
    wateringMm: sum(
      hopeful.map((entry) => (entry.kind === "watering" && !entry.fields.planned ? (entry.fields.grossMm ?? 0) : 0)),
    ),
    rainMm: sum(hopeful.map((entry) => (entry.kind === "rain" ? entry.fields.mm : 0))),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

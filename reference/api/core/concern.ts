import type { DomainEvents } from "./domain-events.ts";
import type { RecordEntity } from "./record-changed.ts";

/** Ids of the records that an event concerns. */
export interface Concern {
  farmIds?: readonly string[];
  pivotIds?: readonly string[];
  sectorIds?: readonly string[];
  monitorIds?: readonly string[];
  deviceIds?: readonly string[];
  /** Sensors with new readings. */
  sensorIds?: readonly string[];
}

const KINDS = ["farmIds", "pivotIds", "sectorIds", "monitorIds", "deviceIds", "sensorIds"] as const;

/**
 * Records whose change concerns their own farm, pivot or sector alone, by the field with their own id. Other kinds,
 * such as a soil, concern everything of the client.
 */
const PLACED: Partial<Record<RecordEntity, keyof Concern | null>> = {
  Farm: "farmIds",
  Pivot: "pivotIds",
  PivotSector: "sectorIds",
  Monitor: "monitorIds",
  Device: "deviceIds",
  Watering: null,
  Rain: null,
  Season: null,
  SeasonBudget: null,
  CanopyObservation: null,
  Detection: null,
  WaterSource: null,
  MachineCalibration: null,
  OutOfService: null,
  PivotCommand: null,
};

/** Fields of records that name a place. */
const PLACES = { farmId: "farmIds", pivotId: "pivotIds", sectorId: "sectorIds" } as const;

type Event = DomainEvents[keyof DomainEvents];

/** The records that an event concerns; undefined for everything of the client. */
export function concernOf(event: Event): Concern | undefined {
  if ("entity" in event) {
    const kindOfId = PLACED[event.entity];
    if (kindOfId === undefined) return undefined;
    // Both, because a record may have moved.
    const versions = [event.before, event.after].flatMap((record) => (record ? [record as object] : []));
    const ids = Object.entries(PLACES).map(([field, kind]) => {
      const values = versions.map((record) => (record as Record<string, unknown>)[field]);
      return { [kind]: values.filter((value) => typeof value === "string") };
    });
    const places = joined(ids);
    const isPlaced = (places && PLACE_KINDS.some((kind) => places[kind])) || kindOfId === "farmIds";
    return isPlaced ? joined([places ?? {}, kindOfId ? { [kindOfId]: [event.recordId] } : {}]) : undefined;
  }
  if ("sectorIds" in event) return { sectorIds: event.sectorIds };
  if ("notificationId" in event) return {};
  return {
    farmIds: [event.farmId],
    ...("pivotId" in event && { pivotIds: [event.pivotId] }),
    ...("sensorIds" in event && { sensorIds: event.sensorIds }),
  };
}

const PLACE_KINDS = Object.values(PLACES);

/** The records of several concerns; undefined when one of them is everything. */
export function joined(concerns: readonly (Concern | undefined)[]): Concern | undefined {
  const defined = concerns.filter((concern) => concern !== undefined);
  if (defined.length < concerns.length) return undefined;
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const ids = new Set(defined.flatMap((concern) => concern[kind] ?? []));
      return ids.size > 0 ? [[kind, [...ids].sort()] as const] : [];
    }),
  );
}

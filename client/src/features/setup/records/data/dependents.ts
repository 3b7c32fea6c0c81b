import type { Kind, RecordOf, RelatedRecords } from "./screen-config.ts";

/** Ids of the sectors of these pivots, which the API deletes together with a pivot. */
export function sectorsOn(lists: RelatedRecords, pivotIds: ReadonlySet<string>): Set<string> {
  return new Set(
    lists
      .of("pivotSector")
      .filter(({ pivotId }) => pivotIds.has(pivotId))
      .map(({ _id }) => _id),
  );
}

/** The number of records in a list; null while the list has not come, because it is not 0 then. */
export function countOf<Name extends Kind>(
  lists: RelatedRecords,
  entity: Name,
  isOwn: (record: RecordOf<Name>) => boolean,
): number | null {
  return lists.has(entity) ? lists.of(entity).filter(isOwn).length : null;
}

/** The number of records of an entity that belong to these sectors. */
export function onSectors(lists: RelatedRecords, entity: "season" | "monitor", sectorIds: ReadonlySet<string>): number {
  return lists.of(entity).filter(({ sectorId }) => sectorIds.has(sectorId)).length;
}

/** The lines of a list of dependent records. Leaves out counts of 0. */
export function counted(lines: readonly (readonly [count: number, one: string, many: string])[]): string[] {
  return lines.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
}

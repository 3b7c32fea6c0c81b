import type { RelatedRecords } from "./screen-config.ts";

/** Ids of what stands on a pivot, a farm or a sector, and goes when that goes (the API deletes it along). */
export function sectorsOn(lists: RelatedRecords, pivotIds: ReadonlySet<string>): Set<string> {
  return new Set(
    lists
      .of("pivotSector")
      .filter(({ pivotId }) => pivotIds.has(pivotId))
      .map(({ _id }) => _id),
  );
}

/** How many of a kind hang on these sectors. */
export function onSectors(lists: RelatedRecords, entity: "season" | "monitor", sectorIds: ReadonlySet<string>): number {
  return lists.of(entity).filter(({ sectorId }) => sectorIds.has(sectorId)).length;
}

/** The lines of a list of what goes along; what there is none of is left out. */
export function counted(lines: readonly (readonly [count: number, one: string, many: string])[]): string[] {
  return lines.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
}

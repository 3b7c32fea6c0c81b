import type { AnyRecord, Kind, RelatedRecords } from "./screen-config.ts";

/** Lists by entity as {@link RelatedRecords}. */
export function listsOf(data: ReadonlyMap<Kind | undefined, readonly AnyRecord[] | undefined>): RelatedRecords {
  const of = (entity: Kind) => data.get(entity) ?? [];
  return {
    has: (entity: Kind) => data.get(entity) !== undefined,
    of,
    find: (entity: Kind, id: unknown) => of(entity).find((record) => record._id === id),
  } as RelatedRecords;
}

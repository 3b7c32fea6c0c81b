import type { Option } from "../../../../ui/form/field-spec.ts";
import type { RelatedRecords } from "./screen-config.ts";

/** A sector's full name: `Pivô 01 · Setor A`. Null for an unknown sector. */
export function sectorName(lists: RelatedRecords, id: unknown): string | null {
  const sector = lists.find("pivotSector", id);
  if (!sector) return null;
  const pivot = lists.find("pivot", sector.pivotId);
  return pivot ? `${pivot.name} · ${sector.name}` : sector.name;
}

/** All sectors as options, by name. */
export function sectorOptions(lists: RelatedRecords): Option[] {
  return lists
    .of("pivotSector")
    .map(({ _id }) => ({ value: _id, label: sectorName(lists, _id) ?? _id }))
    .sort((one, other) => one.label.localeCompare(other.label, "pt-BR", { numeric: true }));
}

/** The time zone of a sector's farm. */
export function sectorTimeZone(lists: RelatedRecords, id: unknown): string | undefined {
  const pivot = lists.find("pivot", lists.find("pivotSector", id)?.pivotId);
  return lists.find("farm", pivot?.farmId)?.timezone;
}

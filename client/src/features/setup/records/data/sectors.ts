import { groupBy } from "../../../../platform/group-by.ts";
import type { Option } from "../../../../ui/form/field-spec.ts";
import { plainText } from "../../../../ui/plain-text.ts";
import { recordOptions } from "./options.ts";
import type { RelatedRecords } from "./screen-config.ts";

const namesByLists = new WeakMap<RelatedRecords, ReadonlyMap<string, string>>();

/** A sector's full name: `Pivô 01 · Setor A`, with its farm where another one has the same. Null for an unknown sector. */
export function sectorName(lists: RelatedRecords, id: unknown): string | null {
  const names = namesByLists.get(lists) ?? sectorNames(lists);
  namesByLists.set(lists, names);
  return names.get(String(id)) ?? null;
}

function sectorNames(lists: RelatedRecords): ReadonlyMap<string, string> {
  const sectors = lists.of("pivotSector").map(({ _id, name, pivotId }) => {
    const pivot = lists.find("pivot", pivotId);
    return { _id, name: pivot ? `${pivot.name} · ${name}` : name, farm: lists.find("farm", pivot?.farmId)?.name };
  });
  const alike = groupBy(sectors, ({ name }) => plainText(name));
  return new Map(
    sectors.map(({ _id, name, farm }) => {
      const isAlone = alike.get(plainText(name))?.length === 1;
      return [_id, isAlone || !farm ? name : `${name} · ${farm}`] as const;
    }),
  );
}

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

/** Machines by name, with their farm where another one has the same. */
export function pivotOptions(lists: RelatedRecords): Option[] {
  const names = lists.of("pivot").map(({ name }) => name);
  return recordOptions(lists.of("pivot"), ({ name, farmId }) =>
    names.filter((one) => one === name).length > 1 ? `${name} · ${lists.find("farm", farmId)?.name ?? ""}` : name,
  );
}

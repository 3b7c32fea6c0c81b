import type { FieldSpec } from "../../../../ui/form/field-spec.ts";
import { recordOptions } from "../../records/data/options.ts";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { text } from "../text.ts";

/** The farm of a pivot. */
export function farmField(lists: RelatedRecords): FieldSpec {
  return { path: "farmId", label: text.pivot.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) };
}

/**
 * True when the user must choose a farm above the map: farms lie far apart, and on a map of them all no centre can be
 * placed.
 */
export function asksFarm(lists: RelatedRecords, record: object | undefined): boolean {
  return record === undefined && lists.of("farm").length > 1;
}

/** The farm of the newest pivot, so that the map of the next one opens on it. */
export function lastFarm(lists: RelatedRecords): string | undefined {
  const created = (pivot: { createdAt?: string | undefined }) => pivot.createdAt ?? "";
  return [...lists.of("pivot")].sort((one, other) => created(other).localeCompare(created(one)))[0]?.farmId;
}

import type { Option } from "../../../../ui/form/field-spec.ts";
import type { AnyRecord } from "./screen-config.ts";

/** Records as options, by name. */
export function recordOptions<Item extends Pick<AnyRecord, "_id">>(
  records: readonly Item[],
  nameOf: (record: Item) => string,
): Option[] {
  return records.map((record) => ({ value: record._id, label: nameOf(record) }));
}

/** The words of an enumeration as options, in their order. */
export function wordOptions(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** The id of the only record; undefined for none or several. */
export function onlyOne(records: readonly Pick<AnyRecord, "_id">[]): string | undefined {
  return records.length === 1 ? records[0]?._id : undefined;
}

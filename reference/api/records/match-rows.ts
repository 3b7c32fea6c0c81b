import type { JsonRecord } from "../core/serialize.ts";
import { differing, isRepeated, type Repeats } from "./repeats.ts";

/** A row of a file: the record as given, and as it would be stored. */
interface Row {
  input: JsonRecord;
  values: JsonRecord;
}

/** What the rows of a file are beside the stored records. */
interface Matches<One> {
  fresh: One[];
  /** Rows of a stored record with other values, and those values. */
  changed: { row: One; before: JsonRecord; change: JsonRecord }[];
  /** Rows that are stored already, or repeated in the file. */
  equal: number;
  /** New rows of a place and time that has a record with another amount. */
  conflicting: number;
}

/**
 * Matches rows with the stored records that their `_id` names; each record has one row. Other rows of the same record are
 * new ones: people copy a line to write the next.
 */
export function matchById<One extends Pick<Row, "input">>(
  rows: readonly One[],
  recordsById: ReadonlyMap<string, JsonRecord>,
  fields: readonly string[],
): Pick<Matches<One>, "changed" | "equal"> & { others: One[]; claimed: Set<string> } {
  const changeOf = ({ input }: One) => {
    const record = recordsById.get(String(input._id));
    return record && { before: record, change: differing(input, record, fields) };
  };
  const claimed = new Set<string>();
  const rest: One[] = [];
  for (const row of rows) {
    const id = String(row.input._id);
    const found = changeOf(row);
    if (found && Object.keys(found.change).length === 0 && !claimed.has(id)) claimed.add(id);
    else rest.push(row);
  }
  const equal = claimed.size;
  const [changed, others]: [Matches<One>["changed"], One[]] = [[], []];
  for (const row of rest) {
    const id = String(row.input._id);
    const found = changeOf(row);
    if (found && !claimed.has(id)) {
      claimed.add(id);
      changed.push({ row, ...found });
    } else others.push(row);
  }
  return { changed, equal, others, claimed };
}

/** Matches rows without a known `_id` by place, time and amount, as a file may have rounded them. */
export function matchByValue<One extends Row>(
  rows: readonly One[],
  records: readonly JsonRecord[],
  { repeats, fields, claimed }: { repeats: Repeats; fields: readonly string[]; claimed: ReadonlySet<string> },
): Matches<One> {
  const { keyOf, keyFields, amounts, isOnePerKey } = repeats;
  const byKey = Map.groupBy(records, keyOf);
  const alike = ({ values }: One) => byKey.get(keyOf(values)) ?? [];
  const taken = new Set(claimed);
  const noted = fields.filter((field) => !keyFields.includes(field) && !amounts.includes(field));
  const matches: Matches<One> = { fresh: [], changed: [], equal: 0, conflicting: 0 };
  const take = (row: One, record: JsonRecord, more: JsonRecord = {}) => {
    taken.add(String(record._id));
    const change = { ...more, ...differing(row.input, record, noted, true) };
    if (Object.keys(change).length === 0) matches.equal++;
    else matches.changed.push({ row, before: record, change });
  };
  const isFree = ({ _id }: JsonRecord) => !taken.has(String(_id));
  // All equal ones first, so that an edited row does not take the record of another row.
  const rest = rows.filter((row) => {
    const record = alike(row).find((one) => isFree(one) && isRepeated(repeats, row.values, one, true));
    if (record) take(row, record);
    return record === undefined;
  });
  /** Rows that are stored as they are: new ones, and one that gives a record its amount. */
  const freshByKey = new Map<string, One[]>();
  for (const row of rest) {
    const recordsOfKey = alike(row);
    const added = freshByKey.get(keyOf(row.values)) ?? [];
    const isStored = recordsOfKey.some((one) => isRepeated(repeats, row.values, one, true));
    if (isStored || added.some((other) => isRepeated(repeats, row.values, other.values, false))) {
      matches.equal++;
      continue;
    }
    const [free, ...more] = recordsOfKey.filter(isFree);
    const amount = amounts.find((field) => row.input[field] != null);
    if (isOnePerKey && free && amount && more.length === 0 && added.length === 0) {
      take(row, free, { [amount]: row.input[amount] });
      freshByKey.set(keyOf(row.values), [row]);
      continue;
    }
    if (recordsOfKey.length + added.length > 0) matches.conflicting++;
    freshByKey.set(keyOf(row.values), [...added, row]);
    matches.fresh.push(row);
  }
  return matches;
}

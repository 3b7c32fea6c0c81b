import { isDeepStrictEqual } from "node:util";
import { MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import { round } from "@lamina/shared/core/units";
import type { Database } from "../core/database/open.ts";
import type { JsonRecord } from "../core/serialize.ts";

/** How a record that is sent again is recognised: by an insertion, and by an import of a file that rounded it. */
export interface Repeats {
  /** Records with different keys are different: the place and the time, as coarse as the coarsest export writes it. */
  keyOf(record: JsonRecord): string;
  /** Stored records that may have the keys of these. */
  alike(transaction: Database, records: readonly JsonRecord[]): Promise<JsonRecord[]>;
  keyFields: readonly string[];
  /** The amount, and the fields that may give it instead. */
  amounts: readonly [string, ...string[]];
  /** Field of the exact moment, for keys that are coarser. */
  moment?: string;
  /** Whether two records with one key are one record with two values, such as two depths from one start. */
  isOnePerKey: boolean;
}

/** Whether a record is the stored one, sent again. `isRounded`: a file may have rounded its moment and its amount. */
export function isRepeated(
  { keyOf, amounts: [amount], moment }: Repeats,
  record: JsonRecord,
  other: JsonRecord,
  isRounded: boolean,
): boolean {
  if (keyOf(record) !== keyOf(other)) return false;
  const [newAmount, storedAmount] = [Number(record[amount]), Number(other[amount])];
  if (isRounded)
    return isRoundedNumber(newAmount, storedAmount) && (!moment || isSameMoment(record[moment], other[moment]));
  // What was planned is not yet applied, so writing it as applied is another record.
  const isPlan = (one: JsonRecord) => one.source === "plan";
  const isSameTime = !moment || momentOf(record[moment]) === momentOf(other[moment]);
  return isSameNumber(newAmount, storedAmount) && isSameTime && isPlan(record) === isPlan(other);
}

/** The given fields of a row that differ from a stored record; `isRounded` as above. Null is an emptied field. */
export function differing(row: JsonRecord, record: JsonRecord, fields: readonly string[], isRounded = false) {
  const changed = fields.filter((field) => field in row && !isSame(row[field], record[field], isRounded));
  return Object.fromEntries(changed.map((field) => [field, row[field]]));
}

function isSame(value: unknown, storedValue: unknown, isRounded: boolean): boolean {
  if (isDeepStrictEqual(value ?? null, storedValue ?? null)) return true;
  if (typeof value === "number" && typeof storedValue === "number")
    return isRounded ? isRoundedNumber(value, storedValue) : isSameNumber(value, storedValue);
  return isSameMoment(value, storedValue) || (typeof value === "string" && value.trim() === storedValue);
}

/** A spreadsheet writes at least nine digits. */
const isSameNumber = (one: number, other: number) => Math.abs(one - other) <= 1e-8 * Math.max(1, Math.abs(other));

/** Equal at the decimals of either; exports wrote at least one, and forms write two. */
function isRoundedNumber(value: number, storedValue: number): boolean {
  const [ofGiven, ofStored] = [Math.max(1, decimalsOf(value)), Math.max(2, decimalsOf(storedValue))];
  return isSameNumber(value, round(storedValue, ofGiven)) || isSameNumber(round(value, ofStored), storedValue);
}

const decimalsOf = (value: number) => String(value).split(".")[1]?.length ?? 0;

const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

const momentOf = (value: unknown) =>
  value instanceof Date ? value.getTime() : MOMENT.test(String(value)) ? Date.parse(String(value)) : Number.NaN;

/** A moment of a whole minute or second may be the rounded-down one of a later moment. */
function isSameMoment(value: unknown, storedValue: unknown): boolean {
  const [one, other] = [momentOf(value), momentOf(storedValue)];
  const isCut = (unit: number) => one % unit === 0 && Math.floor(other / unit) * unit === one;
  return one === other || isCut(SECOND_MS) || isCut(MINUTE_MS);
}

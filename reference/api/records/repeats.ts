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
  stored: JsonRecord,
  isRounded: boolean,
): boolean {
  if (keyOf(record) !== keyOf(stored)) return false;
  const [given, known] = [Number(record[amount]), Number(stored[amount])];
  if (isRounded) return isRoundedNumber(given, known) && (!moment || isSameMoment(record[moment], stored[moment]));
  // What was planned is not yet applied, so writing it as applied is another record.
  const isPlan = (one: JsonRecord) => one.source === "plan";
  const isSameTime = !moment || momentOf(record[moment]) === momentOf(stored[moment]);
  return isSameNumber(given, known) && isSameTime && isPlan(record) === isPlan(stored);
}

/** The given fields of a row that differ from a stored record; `isRounded` as above. Null is an emptied field. */
export function differing(given: JsonRecord, stored: JsonRecord, fields: readonly string[], isRounded = false) {
  const changed = fields.filter((field) => field in given && !isSame(given[field], stored[field], isRounded));
  return Object.fromEntries(changed.map((field) => [field, given[field]]));
}

function isSame(given: unknown, stored: unknown, isRounded: boolean): boolean {
  if (isDeepStrictEqual(given ?? null, stored ?? null)) return true;
  if (typeof given === "number" && typeof stored === "number")
    return isRounded ? isRoundedNumber(given, stored) : isSameNumber(given, stored);
  return isSameMoment(given, stored) || (typeof given === "string" && given.trim() === stored);
}

/** A spreadsheet writes at least nine digits. */
const isSameNumber = (one: number, other: number) => Math.abs(one - other) <= 1e-8 * Math.max(1, Math.abs(other));

/** Equal at the decimals of either; exports wrote at least one, and forms write two. */
function isRoundedNumber(given: number, stored: number): boolean {
  const [ofGiven, ofStored] = [Math.max(1, decimalsOf(given)), Math.max(2, decimalsOf(stored))];
  return isSameNumber(given, round(stored, ofGiven)) || isSameNumber(round(given, ofStored), stored);
}

const decimalsOf = (value: number) => String(value).split(".")[1]?.length ?? 0;

const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

const momentOf = (value: unknown) =>
  value instanceof Date ? value.getTime() : MOMENT.test(String(value)) ? Date.parse(String(value)) : Number.NaN;

/** A moment of a whole minute or second may be the rounded-down one of a later moment. */
function isSameMoment(given: unknown, stored: unknown): boolean {
  const [one, other] = [momentOf(given), momentOf(stored)];
  const isCut = (unit: number) => one % unit === 0 && Math.floor(other / unit) * unit === one;
  return one === other || isCut(SECOND_MS) || isCut(MINUTE_MS);
}

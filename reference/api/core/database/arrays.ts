import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

/** Numbers of types in PostgreSQL's `pg_type`. */
const TEXT_OID = 25;
const FLOAT8_OID = 701;
/** Dimensions, whether an element may be null, type, length and first index: 4 bytes each. */
const HEADER_BYTES = 20;
/** The length of an element; -1 is a null. */
const LENGTH_BYTES = 4;
const NULL = -1;
const FLOAT8_BYTES = 8;

/**
 * One array parameter of any length, instead of one parameter per element. It is sent in PostgreSQL's binary format
 * (`array_recv` in its arrayfuncs.c), because making and parsing the text of a whole array takes twice as long. Elements
 * of other types than `float8` are sent as text and cast, so `type` is any type but bytes and arrays.
 */
export function sqlArray(values: readonly unknown[], type: string): SQL {
  const ofType = sql.raw(`${type}[]`);
  if (type === "float8" || type === "double precision") return sql`${sql.param(float8s(values))}::${ofType}`;
  return sql`${sql.param(texts(values))}::text[]::${ofType}`;
}

/**
 * Condition: the column has one of these values; false without any. Takes one parameter, while drizzle's `inArray`, which
 * is for the rows of a query, takes one per value: more work than the query itself where lists grow with a fleet.
 */
export const anyOf = <Of extends Column>(column: Of, values: Iterable<GetColumnData<Of, "raw">>): SQL =>
  sql`${column} = any(${sqlArray([...values], column.getSQLType())})`;

function float8s(values: readonly unknown[]): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + FLOAT8_BYTES));
  let end = HEADER_BYTES;
  for (const value of values) {
    const isNull = value == null;
    array.writeInt32BE(isNull ? NULL : FLOAT8_BYTES, end);
    end += LENGTH_BYTES;
    if (isNull) continue;
    array.writeDoubleBE(Number(value), end);
    end += FLOAT8_BYTES;
  }
  return withHeader(array.subarray(0, end), FLOAT8_OID, values.length);
}

function texts(values: readonly unknown[]): Buffer {
  const elements = values.map((value) => (value == null ? undefined : String(value)));
  const length = elements.reduce((sum, text = "") => sum + LENGTH_BYTES + Buffer.byteLength(text), HEADER_BYTES);
  const array = Buffer.allocUnsafe(length);
  let end = HEADER_BYTES;
  for (const text of elements) {
    const bytes = text === undefined ? 0 : array.write(text, end + LENGTH_BYTES);
    array.writeInt32BE(text === undefined ? NULL : bytes, end);
    end += LENGTH_BYTES + bytes;
  }
  return withHeader(array, TEXT_OID, values.length);
}

function withHeader(array: Buffer, oid: number, length: number): Buffer {
  for (const [index, value] of [1, 1, oid, length, 1].entries()) array.writeInt32BE(value, index * 4);
  return array;
}

import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

/** One array parameter of any length, instead of one parameter per element. */
export const sqlArray = (values: readonly unknown[], type: "int" | "int2" | "float8" | "text" | "date"): SQL =>
  sql`${sql.param(values)}::${sql.raw(type)}[]`;

/**
 * Condition: the column has one of these values; false without any. Takes one parameter, while drizzle's `inArray`, which
 * is for the rows of a query, takes one per value: more work than the query itself where lists grow with a fleet.
 */
export const anyOf = <Of extends Column>(column: Of, values: Iterable<GetColumnData<Of, "raw">>): SQL =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;

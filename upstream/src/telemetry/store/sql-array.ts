import { type SQL, sql } from "drizzle-orm";

/** One bound array, whatever its length, instead of one parameter per element. */
export const sqlArray = (values: readonly unknown[], type: "int" | "int2" | "float8" | "text" | "date"): SQL =>
  sql`${sql.param(values)}::${sql.raw(type)}[]`;

/** A moment out of milliseconds since the epoch, as readings keep it. */
export const sqlMoment = (milliseconds: SQL): SQL =>
  sql`(timestamptz 'epoch' + ${milliseconds} * interval '1 ms')::timestamptz(3)`;

/** Milliseconds since the epoch out of a moment. */
export const sqlMilliseconds = (moment: SQL): SQL<number> => sql`(extract(epoch from ${moment}) * 1000)::float8`;

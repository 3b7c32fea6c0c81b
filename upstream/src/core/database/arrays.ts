import { type SQL, sql } from "drizzle-orm";

/** One array parameter of any length, instead of one parameter per element. */
export const sqlArray = (values: readonly unknown[], type: "int" | "int2" | "float8" | "text" | "date"): SQL =>
  sql`${sql.param(values)}::${sql.raw(type)}[]`;

/** A moment from milliseconds since the epoch, as in readings. */
export const sqlMoment = (milliseconds: SQL): SQL =>
  sql`(timestamptz 'epoch' + ${milliseconds} * interval '1 ms')::timestamptz(3)`;

/** Milliseconds since the epoch from a moment. */
export const sqlMilliseconds = (moment: SQL): SQL<number> => sql`(extract(epoch from ${moment}) * 1000)::float8`;

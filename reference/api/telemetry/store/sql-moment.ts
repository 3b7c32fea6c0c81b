import { type SQL, sql } from "drizzle-orm";

/** A moment from milliseconds since the epoch, as in readings. */
export const sqlMoment = (milliseconds: SQL): SQL =>
  sql`(timestamptz 'epoch' + ${milliseconds} * interval '1 ms')::timestamptz(3)`;

/** Milliseconds since the epoch from a moment. */
export const sqlMilliseconds = (moment: SQL): SQL<number> => sql`(extract(epoch from ${moment}) * 1000)::float8`;

import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { optionalMoment } from "./ranges.ts";

const SEPARATOR = "~";

interface Dated {
  _id: string;
  date: Date;
}

/** The end of a page of a list that has the newest first, so that new records do not shift the next page. */
const cursorOf = ({ date, _id }: Dated) => `${date.toISOString()}${SEPARATOR}${_id}`;

/**
 * Condition: comes after the page that ended at this cursor.
 * @throws HttpProblem 400 for an unknown cursor
 */
export function afterCursor(cursor: string, columns: { date: PgColumn; _id: PgColumn }): SQL {
  const [date = "", id = ""] = cursor.split(SEPARATOR);
  const at = optionalMoment("after", date)?.toISOString();
  return sql`(${columns.date}, ${columns._id}) < (${at}::timestamptz, ${id})`;
}

/** Cuts a page from rows that contain one more, which shows whether another page follows. */
export function cutPage<Row extends Dated>(rows: readonly Row[], limit: number): { items: Row[]; next: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? cursorOf(last) : null };
}

import { createHmac } from "node:crypto";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { knownLogins, loginFailures } from "../../schema/login-limits.ts";

const WINDOW_MS = 15 * MINUTE_MS;

/** What failures are counted for, and their limit in a window. */
export interface Counted {
  kind: "name" | "own" | "pair" | "address";
  text: string;
  limit: number;
}

/**
 * Counts failed logins in the database, so that all processes of an installation share the limits. Each kind has 65,536
 * counters, shared by all texts through a secret hash: a user cannot block another on purpose, and invented names need
 * no space.
 */
export interface LoginCounters {
  /** Counts a failure, unless the limit is reached. Returns the time until the window ends then, otherwise 0. */
  add(counted: Counted, now: Date): Promise<number>;
  /** Removes a counted failure. */
  subtract(counted: readonly Counted[]): Promise<void>;
  clear(counted: Counted): Promise<void>;
  /** Remembers a login that succeeded from an address or device. */
  remember(pair: string, now: Date): Promise<void>;
  knows(pair: string): Promise<boolean>;
}

/** @param secret of the hash, the same in all processes */
export function createLoginCounters(database: Database, secret: string): LoginCounters {
  const digest = (text: string) => createHmac("sha256", secret).update(text).digest();
  const keyOf = ({ kind, text }: Counted) => `${kind}:${digest(text).readUInt16BE(0)}`;
  const pairKey = (pair: string) => digest(`known ${pair}`).toString("base64url");
  const { counter, failures, endsAt } = loginFailures;

  return {
    async add(counted, now) {
      const key = keyOf(counted);
      const isOver = lte(endsAt, now);
      const first = { failures: 1, endsAt: new Date(now.getTime() + WINDOW_MS) };
      // One statement, because simultaneous guesses must not all read the low count.
      const taken = await database
        .insert(loginFailures)
        .values({ counter: key, ...first })
        .onConflictDoUpdate({
          target: counter,
          set: {
            failures: sql`case when ${isOver} then 1 else ${failures} + 1 end`,
            endsAt: sql`case when ${isOver} then excluded.ends_at else ${endsAt} end`,
          },
          setWhere: sql`${isOver} or ${failures} < ${counted.limit}`,
        })
        .returning({ failures });
      if (taken.length > 0) return 0;
      const [row] = await database.select({ endsAt }).from(loginFailures).where(eq(counter, key));
      return Math.max(0, (row?.endsAt.getTime() ?? 0) - now.getTime());
    },
    async subtract(counted) {
      await database
        .update(loginFailures)
        .set({ failures: sql`${failures} - 1` })
        .where(and(anyOf(counter, counted.map(keyOf)), gt(failures, 0)));
    },
    async clear(counted) {
      await database
        .update(loginFailures)
        .set({ failures: 0 })
        .where(eq(counter, keyOf(counted)));
    },
    async remember(pair, now) {
      await database
        .insert(knownLogins)
        .values({ pair: pairKey(pair), date: now })
        .onConflictDoUpdate({ target: knownLogins.pair, set: { date: now } });
    },
    async knows(pair) {
      return (await database.$count(knownLogins, eq(knownLogins.pair, pairKey(pair)))) > 0;
    },
  };
}

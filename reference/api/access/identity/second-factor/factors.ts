import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Clock } from "../../../core/clock.ts";
import { open, seal, sealingKey } from "../../../core/crypto/sealed.ts";
import type { Database } from "../../../core/database/open.ts";
import { memberships, recoveryCodes, secondFactors, users, usersGroups } from "../../../schema/identity.ts";
import { hashCode, isCode, makeCode } from "../one-time-code.ts";
import { makeSecret, stepOf } from "./totp.ts";

const RECOVERY_CODES = 10;

/** How a code was proved. */
type Proof = "authenticator" | "recovery";

/** The stored second factors. */
export interface Factors {
  /** The moment of the confirmation, and the number of recovery codes; undefined without a second factor. */
  find(userId: string): Promise<{ since: Date; recoveryCodes: number } | undefined>;
  /** Whether an active group of the person requires one. */
  isRequired(userId: string): Promise<boolean>;
  /** Stores a new secret that does not apply yet. Undefined when one applies. */
  start(userId: string): Promise<string | undefined>;
  /** Applies the started secret, by a code of it. @returns new recovery codes, or undefined for a wrong code */
  confirm(transaction: Database, userId: string, code: string): Promise<string[] | undefined>;
  /** Uses a code of the authenticator, or a recovery code, up. */
  use(userId: string, code: string): Promise<Proof | undefined>;
  /** Whether a text is a recovery code of the person. It is too long to be guessed. */
  isRecoveryCode(userId: string, code: string): Promise<boolean>;
  /** @returns whether there was one */
  end(transaction: Database, userId: string): Promise<boolean>;
}

/** @param secret encrypts the secrets of authenticators */
export function createFactors(database: Database, clock: Clock, secret: string): Factors {
  const key = sealingKey(secret, "second factors");
  const recoveryCode = (userId: string, code: string) =>
    and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashCode(code)));

  async function stepOfCode(source: Database, userId: string, code: string, isConfirmed: boolean) {
    const state = isConfirmed ? isNotNull(secondFactors.confirmedAt) : isNull(secondFactors.confirmedAt);
    const [row] = await source
      .select({ sealed: secondFactors.sealed })
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, userId), state));
    const opened = row && secretOf(key, row.sealed);
    return opened === undefined ? undefined : stepOf(opened, code, clock.now());
  }

  return {
    async find(userId) {
      const [row] = await database
        .select({ since: secondFactors.confirmedAt })
        .from(secondFactors)
        .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
      if (!row?.since) return undefined;
      const left = await database.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
      return { since: row.since, recoveryCodes: left };
    },

    async isRequired(userId) {
      const [row] = await database
        .select({ group: usersGroups._id })
        .from(usersGroups)
        .leftJoin(memberships, and(eq(memberships.groupId, usersGroups._id), memberships.active))
        .leftJoin(users, eq(users.groupId, usersGroups._id))
        .where(and(usersGroups.secondFactor, sql`${userId} in (${memberships.userId}, ${users._id})`))
        .limit(1);
      return row !== undefined;
    },

    async start(userId) {
      const newSecret = makeSecret();
      const values = { sealed: seal(key, newSecret), startedAt: clock.now(), lastStep: 0 };
      const rows = await database
        .insert(secondFactors)
        .values({ userId, ...values })
        .onConflictDoUpdate({
          target: secondFactors.userId,
          set: values,
          setWhere: isNull(secondFactors.confirmedAt),
        })
        .returning({ userId: secondFactors.userId });
      return rows.length > 0 ? newSecret : undefined;
    },

    async confirm(transaction, userId, code) {
      const lastStep = await stepOfCode(transaction, userId, code, false);
      if (lastStep === undefined) return undefined;
      const confirmed = await transaction
        .update(secondFactors)
        .set({ confirmedAt: clock.now(), lastStep })
        .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
        .returning({ userId: secondFactors.userId });
      if (confirmed.length === 0) return undefined;
      const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
      await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await transaction.insert(recoveryCodes).values(codes.map((one) => ({ userId, hash: hashCode(one) })));
      return codes;
    },

    async use(userId, code) {
      if (isCode(code)) {
        const used = await database
          .delete(recoveryCodes)
          .where(recoveryCode(userId, code))
          .returning({ hash: recoveryCodes.hash });
        return used.length > 0 ? "recovery" : undefined;
      }
      const step = await stepOfCode(database, userId, code, true);
      if (step === undefined) return undefined;
      // In one statement, because of two requests with one code only the first may pass.
      const used = await database
        .update(secondFactors)
        .set({ lastStep: step })
        .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
        .returning({ userId: secondFactors.userId });
      return used.length > 0 ? "authenticator" : undefined;
    },

    isRecoveryCode: async (userId, code) =>
      isCode(code) && (await database.$count(recoveryCodes, recoveryCode(userId, code))) > 0,

    async end(transaction, userId) {
      await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      const ended = await transaction
        .delete(secondFactors)
        .where(eq(secondFactors.userId, userId))
        .returning({ confirmedAt: secondFactors.confirmedAt });
      return ended.some(({ confirmedAt }) => confirmedAt !== null);
    },
  };
}

/** Undefined after the key of the installation was lost: its people need a recovery code or a reset. */
function secretOf(key: Buffer, sealed: string): string | undefined {
  try {
    return open(key, sealed);
  } catch {
    return undefined;
  }
}

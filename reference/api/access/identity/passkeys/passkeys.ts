import { randomBytes, randomUUID } from "node:crypto";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type {
  ConfirmPasskey,
  Passkey,
  PasskeyAsk,
  PasskeyProof,
  PasskeyStart,
} from "@lamina/shared/records/commands/passkey";
import { and, asc, eq, lte } from "drizzle-orm";
import type * as z from "zod";
import type { Clock } from "../../../core/clock.ts";
import type { PasskeySite } from "../../../core/config/passkey-site.ts";
import type { Database } from "../../../core/database/open.ts";
import { problems } from "../../../http/problem.ts";
import { auditReasons } from "../../../records/audit/text.ts";
import type { Author } from "../../../records/audit/write.ts";
import { passkeyChallenges, passkeys, users } from "../../../schema/identity.ts";
import type { LoginCounters } from "../login-counters.ts";
import { createLoginLimit } from "../login-limit.ts";
import { noteAccess } from "../notices/note-access.ts";
import type { UserRow } from "../store.ts";
import { counterOf, type MadePasskey, readNewPasskey } from "./verify.ts";

/** Each device has one. */
const MOST_OF_A_PERSON = 10;
const CHALLENGE_MS = 5 * MINUTE_MS;
const CHALLENGE_BYTES = 32;
/** A proof cannot be guessed; the limit is for the work of verifying it. */
const MOST_WRONG = 10;

type Purpose = (typeof passkeyChallenges.$inferSelect)["purpose"];

type NewPasskey = MadePasskey & { name: string };

/** The passkeys (WebAuthn) with which people confirm commands, and log in as second factor. */
export interface Passkeys {
  list(userId: string): Promise<Passkey[]>;
  /** @throws HttpProblem 409 */
  start(user: UserRow): Promise<PasskeyStart>;
  /** What a device answered to the newest challenge, which ends; undefined where it is not right. */
  read(userId: string, answer: z.output<typeof ConfirmPasskey>): Promise<NewPasskey | undefined>;
  /** @returns false for one that is there @throws HttpProblem 409 */
  add(transaction: Database, userId: string, made: NewPasskey): Promise<boolean>;
  /** A challenge for a proof; undefined for a person without a passkey. */
  ask(userId: string, purpose: Exclude<Purpose, "register">): Promise<PasskeyAsk | undefined>;
  /** Whether a device of the person has verified the person for the newest challenge, which ends. @throws HttpProblem 429 */
  prove(
    guesser: { userId: string; address?: string; device?: string | undefined },
    purpose: Purpose,
    proof: PasskeyProof,
  ): Promise<boolean>;
  /** @returns whether there was one */
  end(transaction: Database, userId: string, id: string): Promise<boolean>;
  /** Ends all of a person. @returns whether there was one */
  endAll(transaction: Database, userId: string, author: Author): Promise<boolean>;
}

interface Parts {
  /** Undefined where passkeys are off. */
  site: PasskeySite | undefined;
  counters: LoginCounters;
}

export function createPasskeys(database: Database, clock: Clock, { site, counters }: Parts): Passkeys {
  const limit = createLoginLimit(clock, MOST_WRONG, counters);
  const ofPerson = (userId: string) =>
    database.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
  const credentialsOf = async (userId: string) =>
    (await ofPerson(userId)).map(({ credentialId: id, transports }) => ({ id, transports }));

  async function challengeFor(userId: string, purpose: Purpose): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
    const values = { challenge, expiresAt: new Date(clock.now().getTime() + CHALLENGE_MS) };
    await database
      .insert(passkeyChallenges)
      .values({ userId, purpose, ...values })
      .onConflictDoUpdate({ target: [passkeyChallenges.userId, passkeyChallenges.purpose], set: values });
    return challenge;
  }

  /** In one statement, because of two answers to one challenge only the first may pass. */
  async function takeChallenge(userId: string, purpose: Purpose): Promise<string | undefined> {
    const [row] = await database
      .delete(passkeyChallenges)
      .where(and(eq(passkeyChallenges.userId, userId), eq(passkeyChallenges.purpose, purpose)))
      .returning();
    return row && row.expiresAt > clock.now() ? row.challenge : undefined;
  }

  async function use(userId: string, purpose: Purpose, proof: PasskeyProof): Promise<true | undefined> {
    const challenge = await takeChallenge(userId, purpose);
    const isOwn = and(eq(passkeys.userId, userId), eq(passkeys.credentialId, proof.id));
    const [row] = await database.select().from(passkeys).where(isOwn);
    if (site === undefined || challenge === undefined || row === undefined) return undefined;
    const counter = await counterOf(proof, row, { ...site, challenge });
    if (counter === undefined) return undefined;
    const used = await database
      .update(passkeys)
      .set({ counter, lastUsedAt: clock.now() })
      // Another use may have counted on meanwhile, and the passkey may have been removed.
      .where(and(isOwn, lte(passkeys.counter, counter)))
      .returning({ _id: passkeys._id });
    return used.length > 0 ? true : undefined;
  }

  return {
    list: async (userId) =>
      (await ofPerson(userId)).map(({ _id, name, createdAt, lastUsedAt, credentialId }) => ({
        ...{ _id, name, credentialId, createdAt: createdAt.toISOString() },
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),

    async start({ _id, userName, name }) {
      if (site === undefined) throw problems.passkeysNotConfigured();
      const excluded = await credentialsOf(_id);
      if (excluded.length >= MOST_OF_A_PERSON) throw problems.quotaReached("passkeys", MOST_OF_A_PERSON);
      const user = { id: Buffer.from(_id).toString("base64url"), name: userName, displayName: name };
      return { challenge: await challengeFor(_id, "register"), rpId: site.rpId, user, excluded };
    },

    async read(userId, { name, ...answer }) {
      const challenge = await takeChallenge(userId, "register");
      if (site === undefined || challenge === undefined) return undefined;
      const made = await readNewPasskey(answer, { ...site, challenge });
      return made && { ...made, name };
    },

    async add(transaction, userId, made) {
      // The lock makes two at once count each other.
      await transaction.select({ _id: users._id }).from(users).where(eq(users._id, userId)).for("update");
      if ((await transaction.$count(passkeys, eq(passkeys.userId, userId))) >= MOST_OF_A_PERSON)
        throw problems.quotaReached("passkeys", MOST_OF_A_PERSON);
      const added = await transaction
        .insert(passkeys)
        .values({ _id: randomUUID(), userId, ...made, createdAt: clock.now() })
        .onConflictDoNothing()
        .returning({ _id: passkeys._id });
      return added.length > 0;
    },

    async ask(userId, purpose) {
      const allowed = site === undefined ? [] : await credentialsOf(userId);
      if (site === undefined || allowed.length === 0) return undefined;
      return { challenge: await challengeFor(userId, purpose), rpId: site.rpId, allowed };
    },

    async prove({ userId, ...from }, purpose, proof) {
      const guesser = { userName: `passkey ${userId}`, ...from };
      return (await limit.guess(guesser, () => use(userId, purpose, proof))) === true;
    },

    async end(transaction, userId, id) {
      const ended = await transaction
        .delete(passkeys)
        .where(and(eq(passkeys.userId, userId), eq(passkeys._id, id)))
        .returning({ _id: passkeys._id });
      return ended.length > 0;
    },

    async endAll(transaction, userId, author) {
      const ended = await transaction
        .delete(passkeys)
        .where(eq(passkeys.userId, userId))
        .returning({ _id: passkeys._id });
      const note = { userId, author, date: clock.now(), reason: auditReasons.passkeysReset };
      if (ended.length > 0) await noteAccess(transaction, note);
      return ended.length > 0;
    },
  };
}

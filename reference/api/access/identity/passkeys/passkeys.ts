import { randomUUID } from "node:crypto";
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
import type { Mails } from "../../../mail/mails.ts";
import { auditReasons } from "../../../records/audit/text.ts";
import type { Author } from "../../../records/audit/write.ts";
import { passkeys, users } from "../../../schema/identity.ts";
import type { LoginCounters } from "../login-counters.ts";
import { createLoginLimit } from "../login-limit.ts";
import { noteAccess } from "../notices/note-access.ts";
import { noteFactor } from "../notices/note-factor.ts";
import type { UserRow } from "../store.ts";
import { createChallenges, type Purpose } from "./challenges.ts";
import { counterOf, readNewPasskey } from "./verify.ts";

/** Each device has one. */
const MOST_OF_A_PERSON = 10;
/** A proof cannot be guessed; the limit is for the work of verifying it. */
const MOST_WRONG = 10;

type Matched = Promise<{ matchedCount: number }>;

/** The passkeys (WebAuthn) with which people confirm commands, and log in as second factor. */
export interface Passkeys {
  list(user: UserRow): Promise<Passkey[]>;
  /** @throws HttpProblem 409 */
  start(user: UserRow): Promise<PasskeyStart>;
  /** Adds what a device answered to the newest challenge, which ends. @throws HttpProblem 400 where it is not right, 409 */
  confirm(user: UserRow, answer: z.output<typeof ConfirmPasskey>): Matched;
  /** A challenge for a proof; undefined for a person without a passkey. */
  ask(userId: string, purpose: Exclude<Purpose, "register">): Promise<PasskeyAsk | undefined>;
  /** Whether a device of the person has verified the person for the newest challenge, which ends. @throws HttpProblem 429 */
  prove(
    guesser: { userId: string; address?: string; device?: string | undefined },
    purpose: Purpose,
    proof: PasskeyProof,
  ): Promise<boolean>;
  end(user: UserRow, id: string): Matched;
  /** Ends all of a person. @returns whether there was one */
  endAll(transaction: Database, userId: string, author: Author): Promise<boolean>;
}

interface Parts {
  /** Undefined where passkeys are off. */
  site: PasskeySite | undefined;
  counters: LoginCounters;
  mails: Pick<Mails, "isConfigured" | "addAutomatic">;
}

export function createPasskeys(database: Database, clock: Clock, { site, counters, mails }: Parts): Passkeys {
  const limit = createLoginLimit(clock, MOST_WRONG, counters, { of: "passkey" });
  const challenges = createChallenges(database, clock);
  const ofPerson = (userId: string) =>
    database.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
  const credentialsOf = async (userId: string) =>
    (await ofPerson(userId)).map(({ credentialId: id, transports }) => ({ id, transports }));

  async function use(userId: string, purpose: Purpose, proof: PasskeyProof): Promise<true | undefined> {
    const challenge = await challenges.take(userId, purpose);
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

  const note = (transaction: Database, user: UserRow, event: "passkeyAdded" | "passkeyEnded") =>
    noteFactor(transaction, mails, {
      ...{ user, event, date: clock.now() },
      author: { userId: user._id, userName: user.userName },
    });

  return {
    list: async (user) =>
      (await ofPerson(user._id)).map(({ _id, name, createdAt, lastUsedAt, credentialId }) => ({
        ...{ _id, name, credentialId, createdAt: createdAt.toISOString() },
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),

    async start({ _id, userName, name }) {
      if (site === undefined) throw problems.passkeysNotConfigured();
      const excluded = await credentialsOf(_id);
      if (excluded.length >= MOST_OF_A_PERSON) throw problems.quotaReached("passkeys", MOST_OF_A_PERSON);
      const user = { id: Buffer.from(_id).toString("base64url"), name: userName, displayName: name };
      return { challenge: await challenges.make(_id, "register"), rpId: site.rpId, user, excluded };
    },

    async confirm(user, { name, ...answer }) {
      const challenge = await challenges.take(user._id, "register");
      const made = site && challenge && (await readNewPasskey(answer, { ...site, challenge }));
      await database.transaction(async (transaction) => {
        // The lock makes two at once count each other.
        await transaction.select({ _id: users._id }).from(users).where(eq(users._id, user._id)).for("update");
        if ((await transaction.$count(passkeys, eq(passkeys.userId, user._id))) >= MOST_OF_A_PERSON)
          throw problems.quotaReached("passkeys", MOST_OF_A_PERSON);
        const row = made && { ...made, name, _id: randomUUID(), userId: user._id, createdAt: clock.now() };
        const added = row ? await transaction.insert(passkeys).values(row).onConflictDoNothing().returning() : [];
        if (added.length === 0) throw problems.validation([{ field: "", id: "wrong-passkey" }]);
        await note(transaction, user, "passkeyAdded");
      });
      return { matchedCount: 1 };
    },

    async ask(userId, purpose) {
      const allowed = site === undefined ? [] : await credentialsOf(userId);
      if (site === undefined || allowed.length === 0) return undefined;
      return { challenge: await challenges.make(userId, purpose), rpId: site.rpId, allowed };
    },

    async prove({ userId, ...from }, purpose, proof) {
      return (await limit.guess({ userName: userId, ...from }, () => use(userId, purpose, proof))) === true;
    },

    end: (user, id) =>
      database.transaction(async (transaction) => {
        const isOwn = and(eq(passkeys.userId, user._id), eq(passkeys._id, id));
        const ended = await transaction.delete(passkeys).where(isOwn).returning({ _id: passkeys._id });
        if (ended.length > 0) await note(transaction, user, "passkeyEnded");
        return { matchedCount: ended.length };
      }),

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

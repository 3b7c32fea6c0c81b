import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { memberships, users } from "../../schema/identity.ts";
import { configs } from "../../schema/settings.ts";

/** The addresses that are neither of users of the client nor of a domain in its settings. */
export async function strangersAmong(
  database: Database,
  clientId: string,
  recipients: readonly string[],
): Promise<string[]> {
  const people = await database
    .select({ email: users.email })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users._id))
    .where(and(eq(memberships.clientId, clientId), isNotNull(users.email)));
  const known = new Set(people.map(({ email }) => email?.toLowerCase()));
  const [config] = await database
    .select({ domains: configs.mailDomains })
    .from(configs)
    .where(eq(configs.clientId, clientId));
  const domains = (config?.domains ?? "").split(",").map((domain) => domain.trim());
  const isKnown = (address: string) =>
    known.has(address) || domains.includes(address.slice(address.lastIndexOf("@") + 1));
  return recipients.filter((recipient) => !isKnown(recipient.toLowerCase()));
}

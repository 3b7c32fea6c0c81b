import { allows } from "@lamina/shared/access/rights";
import { views } from "@lamina/shared/calls/views";
import { HOUR_MS } from "@lamina/shared/core/time";
import { and, gt, isNotNull, or, sql } from "drizzle-orm";
import { listenersOf } from "../../access/identity/audience.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { pivotCommands } from "../../schema/commands.ts";
import { users } from "../../schema/identity.ts";
import { latestStatuses } from "../../telemetry/store/pivot-store.ts";
import { type FarmNode, type FarmTree, irrigameterLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** An older command is no reason to go to the machine any more. */
const LOOK_BACK_MS = 24 * HOUR_MS;

type Command = typeof pivotCommands.$inferSelect;

const begunAt = sql<Date>`coalesce(${pivotCommands.sentAt}, ${pivotCommands.issuedAt})`;

const isUnsent = ({ ruleId, sentAt }: Command) => ruleId !== null && sentAt === null;

/**
 * Machines whose last command is unanswered, or ended without a proof, until a report says what they do. A stop that a
 * rule asked for and that was not sent is one too, until the machine is at rest.
 */
export async function watchCommands(database: Database, { pivots }: FarmTree, now: Date): Promise<Observation[]> {
  const last = await database
    .selectDistinctOn([pivotCommands.pivotId])
    .from(pivotCommands)
    .where(
      and(
        anyOf(pivotCommands.pivotId, [...pivots.keys()]),
        or(isNotNull(pivotCommands.sentAt), isNotNull(pivotCommands.ruleId)),
        gt(begunAt, new Date(now.getTime() - LOOK_BACK_MS)),
      ),
    )
    .orderBy(pivotCommands.pivotId, sql`${begunAt} desc`);
  const doubted = last.filter((one) => one.state === "unanswered" || one.state === "failed" || isUnsent(one));
  if (doubted.length === 0) return [];
  const statuses = await latestStatuses(
    database,
    doubted.map(({ pivotId }) => pivotId),
  );
  return doubted.flatMap((command): Observation[] => {
    const site = pivots.get(command.pivotId);
    const report = statuses.get(command.pivotId);
    // A failed command is over when the panel reports again: the screens show what the machine does.
    const isSeen = report !== undefined && Date.parse(report.date) > endOf(command);
    const isOver = isSeen && (isUnsent(command) ? !report.running : command.state === "failed");
    if (site === undefined || isOver) return [];
    return [
      {
        types: ["command-unproved"],
        subject: `command:${command._id}`,
        since: (command.sentAt ?? command.issuedAt).toISOString(),
        place: placeOf(site),
        timezone: site.timezone,
        message: async () =>
          text.unproved(
            site.name,
            isUnsent(command) ? text.unsentStop : `${text.commands[command.order.command]} ${text.noProof}`,
            text.moment(command.sentAt ?? command.issuedAt, now, site.timezone),
            await personFor(database, site, command),
          ),
        link: irrigameterLink(site),
      },
    ];
  });
}

const endOf = ({ states, issuedAt }: Command) => Date.parse(states.at(-1)?.at ?? issuedAt.toISOString());

/** A person to call: with a phone and the right to command, of this farm before one of all farms, and not who commanded. */
async function personFor(database: Database, { clientId, farmId }: FarmNode, { byUserId }: Command) {
  const access = views.commandInsert.access ?? { screen: "commands", action: "create" };
  const able = (await listenersOf(database, [clientId])).filter(
    ({ userId, farmIds, permissions }) =>
      userId !== byUserId && allows(permissions, access) && (farmIds.length === 0 || farmIds.includes(farmId)),
  );
  const people = await database
    .select({ _id: users._id, name: users.name, phone: users.phone })
    .from(users)
    .where(
      anyOf(
        users._id,
        able.map(({ userId }) => userId),
      ),
    );
  const byId = new Map(people.map((person) => [person._id, person] as const));
  const closest = able.toSorted((a, b) => Number(a.farmIds.length === 0) - Number(b.farmIds.length === 0));
  for (const { userId } of closest) {
    const { name, phone } = byId.get(userId) ?? {};
    if (name && phone) return { name, phone };
  }
  return null;
}

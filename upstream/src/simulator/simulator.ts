import { NOTIFICATIONS_TOPIC } from "@lamina/shared/broker";
import { asc, eq } from "drizzle-orm";
import { clients } from "../clients/table.ts";
import type { Context } from "../context.ts";
import { memberships, users } from "../identity/table.ts";
import { describeEvent } from "./events.ts";
import { seededRandom } from "./random.ts";

/** Every minute or so something happens on the demo farm. */
export const EVENT_INTERVAL_MS = 60_000;

export interface SimulatorOptions {
  seed: number;
  intervalMs: number;
}

/** Lets things happen until it is closed; closing waits for what is under way. */
export function startSimulator(context: Context, { seed, intervalMs }: SimulatorOptions): { close(): Promise<void> } {
  const random = seededRandom(seed);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => happen(context, random))
      .catch((error: unknown) => context.log.error({ name: (error as Error).name }, "simulated event"));
  }, intervalMs);
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** One event on one client's farm, told to each of its users. */
async function happen({ database, clock, publisher }: Context, random: () => number): Promise<void> {
  const all = await database.select().from(clients).orderBy(asc(clients.id));
  const client = all[Math.floor(random() * all.length)];
  if (client === undefined) return;
  const members = await database
    .select({ userName: users.userName })
    .from(memberships)
    .innerJoin(users, eq(users._id, memberships.userId))
    .where(eq(memberships.clientId, client._id));
  const text = describeEvent(random, clock.now(), client.timezone);
  await Promise.all(members.map(({ userName }) => publisher.publishToUser(userName, NOTIFICATIONS_TOPIC, text)));
}

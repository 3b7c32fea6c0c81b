import * as z from "zod";

/** How the reference API ends where its configuration is wrong: to start it again would not help (`EX_CONFIG` of sysexits.h). */
export const CONFIGURATION_EXIT_CODE = 78;

/**
 * What the embedded reference API tells the process that supervises it, over the child process's IPC channel.
 * The API ends when that channel closes.
 */
export const SupervisionMessage = z.discriminatedUnion("type", [
  /** Long work at the start, such as making a year of history. `done` and `total` count in the step's own unit. */
  z.object({ type: z.literal("progress"), step: z.string(), done: z.number(), total: z.number() }),
  /** Serving: where, whom to trust, and how the BFF signs in at the broker. */
  z.object({
    type: z.literal("ready"),
    url: z.url(),
    caFile: z.string(),
    broker: z.object({ url: z.url(), username: z.string(), password: z.string() }),
    /** Names and password of the demo users, when there are any. */
    demo: z.object({ users: z.array(z.string()), password: z.string() }).nullable(),
  }),
]);
export type SupervisionMessage = z.infer<typeof SupervisionMessage>;

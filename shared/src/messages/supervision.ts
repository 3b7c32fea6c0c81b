import * as z from "zod";

/** Exit code of the reference API when its configuration is wrong and a restart would not help (`EX_CONFIG`, sysexits.h). */
export const CONFIGURATION_EXIT_CODE = 78;

/** The major version of PostgreSQL in the reference API's PGlite, which its data folders carry. */
export const PGLITE_MAJOR = "18";

/**
 * Minimum free space of the reference API's disk: a first start needs about as much, and a full disk would stop its
 * database.
 */
export const MIN_FREE_MIB = 64;

/** Fault and remedy of a data folder of another major version. */
export const otherMajor = (dataDir: string, major: string) => ({
  what: `DATA_DIR ${dataDir} holds a database of PostgreSQL ${major}, and this version reads ${PGLITE_MAJOR}`,
  remedy: "start the version that made it, back it up (npm run backup), and restore it here",
});

/**
 * A message of the embedded reference API to the process that supervises it, over the child process's IPC channel. The
 * API ends when that channel closes.
 */
export const SupervisionMessage = z.discriminatedUnion("type", [
  /** Long work at the start, such as making a year of history. `done` and `total` count in the step's own unit. */
  z.object({ type: z.literal("progress"), step: z.string(), done: z.number(), total: z.number() }),
  /** Sent when the API serves: its address, the certificate to trust, and the BFF's login at the broker. */
  z.object({
    type: z.literal("ready"),
    url: z.url(),
    caFile: z.string(),
    broker: z.object({ url: z.url(), username: z.string(), password: z.string() }),
    /** Names and password of the demo users; null without a demo. */
    demo: z.object({ users: z.array(z.string()), password: z.string() }).nullable(),
  }),
]);
export type SupervisionMessage = z.infer<typeof SupervisionMessage>;

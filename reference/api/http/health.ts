import { statfs } from "node:fs/promises";
import { screenCalls } from "@lamina/shared/calls/screen-calls";
import { keysOf } from "@lamina/shared/core/keys";
import { ApiFeature } from "@lamina/shared/messages/runtime-config";
import { screenFeature } from "@lamina/shared/screens/features";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { PasskeySite } from "../core/config/passkey-site.ts";
import type { Database } from "../core/database/open.ts";

interface HealthOptions {
  database: Database;
  /** The folder with the embedded database, checked for free disk space; undefined without one. */
  dataDir?: string | undefined;
  /** Where passkeys are valid; undefined: there are none. */
  passkeySite?: PasskeySite | undefined;
  /** Numbers of work that waits or failed for good, by name. */
  countWork: () => Promise<Record<string, number>>;
}

/** Minimum free space; below it a growing database soon fails to write. */
const MIN_FREE_BYTES = 64 * 1_048_576;

/** The BFF does not look for the screens of an API that lists them. */
const FEATURES = [...ApiFeature.options, ...keysOf(screenCalls).map(screenFeature)];

type State = "up" | "down";

/** Anybody may ask for the counts, so one count serves all who ask in this time. */
const COUNTS_KEPT_MS = 5_000;

/**
 * `/healthz` answers 200 while the API can read its database and has disk space, else 503 with the failing part. It is
 * public and has no details, because an error may contain host names. `?verbose` adds the numbers of `countWork`, which
 * `npm run doctor` reads.
 */
export function healthRoute(app: FastifyInstance, { database, dataDir, passkeySite, countWork }: HealthOptions): void {
  const features = passkeySite ? FEATURES : FEATURES.filter((name) => name !== ApiFeature.enum.passkeys);
  const page = { config: { auth: "public" }, schema: { hide: true } } as const;
  let counted: { at: number; counts: Promise<Record<string, number>> } | undefined;
  const counts = () => {
    const at = performance.now();
    if (counted === undefined || at - counted.at > COUNTS_KEPT_MS) counted = { at, counts: countWork() };
    return counted.counts;
  };
  app.get<{ Querystring: Record<string, unknown> }>("/healthz", page, async ({ query }, reply) => {
    const [databaseState, disk] = await Promise.all([
      stateOf(async () => void (await database.execute(sql`select 1`))),
      stateOf(() => requireRoom(dataDir)),
    ]);
    const healthy = databaseState === "up" && disk === "up";
    const work = healthy && "verbose" in query ? { work: await counts() } : {};
    return reply
      .code(healthy ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: healthy ? "serving" : "failing",
        dependencies: { database: databaseState, disk },
        features,
        ...work,
      });
  });
}

async function stateOf(check: () => Promise<void>): Promise<State> {
  try {
    await check();
    return "up";
  } catch {
    return "down";
  }
}

async function requireRoom(dataDir: string | undefined): Promise<void> {
  if (dataDir === undefined) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error("the disk is full");
}

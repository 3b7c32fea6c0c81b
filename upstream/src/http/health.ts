import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Database } from "../core/database/open.ts";

interface HealthOptions {
  database: Database;
  /** The folder with the embedded database, checked for free disk space; undefined without one. */
  dataDir?: string | undefined;
}

/** Least free space; below it a growing database soon fails to write. */
const LEAST_FREE_BYTES = 64 * 1_048_576;

type State = "up" | "down";

/**
 * `/healthz` answers 200 while the API can read its database and has disk space, else 503 with the failing part. It is
 * public and has no details, because an error may contain host names.
 */
export function healthRoute(app: FastifyInstance, { database, dataDir }: HealthOptions): void {
  const page = { config: { auth: "public" }, schema: { hide: true } } as const;
  app.get("/healthz", page, async (_request, reply) => {
    const [databaseState, disk] = await Promise.all([
      stateOf(async () => void (await database.execute(sql`select 1`))),
      stateOf(() => requireRoom(dataDir)),
    ]);
    const healthy = databaseState === "up" && disk === "up";
    return reply
      .code(healthy ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: healthy ? "serving" : "failing", dependencies: { database: databaseState, disk } });
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
  if (bavail * bsize < LEAST_FREE_BYTES) throw new Error("the disk is full");
}

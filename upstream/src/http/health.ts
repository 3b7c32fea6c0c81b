import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Database } from "../core/database/open.ts";

interface HealthOptions {
  database: Database;
  /** The folder whose disk must have room; undefined where nothing is kept on disk. */
  dataDir?: string | undefined;
}

/** Below this, a database that grows soon stops writing. */
const LEAST_FREE_BYTES = 64 * 1_048_576;

type State = "up" | "down";

/**
 * `/healthz` answers 200 while the API can read its database and has room to write, else 503 with the part that is down.
 * It is public and holds no detail: an error may name hosts.
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

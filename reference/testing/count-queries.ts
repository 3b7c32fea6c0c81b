import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgliteSession } from "drizzle-orm/pglite";
import { vi } from "vitest";

/** Number of statements that the program sends to its database during some work, including its jobs. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const spies = [
    vi.spyOn(PgliteSession.prototype, "prepareQuery"),
    vi.spyOn(NodePgSession.prototype, "prepareQuery"),
  ] as const;
  try {
    await work();
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgliteSession } from "drizzle-orm/pglite";
import { vi } from "vitest";

/** How many statements the program sends to its database while some work is done, those of its jobs included. */
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

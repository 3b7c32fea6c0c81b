import type { Context } from "../../core/context.ts";
import { recomputeMarked } from "./recompute-stale.ts";
import { markAll, someMarks } from "./stale-sectors.ts";

/** Sectors of a client with a new recommendation. */
export interface DecidedClient {
  clientId: string;
  sectorIds: string[];
}

/** Work that follows a new balance. */
interface Schedule {
  sectorsChanged(sectorIds: readonly string[]): void;
  decideChanged(): Promise<readonly DecidedClient[]>;
  decideDue(): Promise<readonly DecidedClient[]>;
}

/** Updates balances and recommendations, one computation at a time, because two of the same sector would wait for each other. */
export interface Settling {
  /** Recomputes all marked balances, and then the recommendations. */
  settle(): Promise<void>;
  /** The same, if anything is marked. */
  upToDate(): Promise<void>;
  /** Recommends when it is time, or when data became stale or fresh again. */
  decideDue(): Promise<void>;
}

export function createSettling(
  context: Pick<Context, "database" | "clock" | "events" | "log">,
  schedule: Schedule,
): Settling {
  const { events } = context;
  let isStarted = false;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  async function computeMarked() {
    if (!isStarted) await markAll(context.database);
    isStarted = true;
    const recomputed = await recomputeMarked(context);
    schedule.sectorsChanged(recomputed.map(({ sectorId }) => sectorId));
    return Map.groupBy(recomputed, ({ clientId }) => clientId);
  }

  async function publish(decided: readonly DecidedClient[]): Promise<void> {
    for (const client of decided) await events.emit("recommendation", client);
  }

  async function settle(): Promise<void> {
    // Events are emitted after the turn, because a listener may read the result.
    const clients = await inTurn(computeMarked);
    for (const [clientId, own] of clients) {
      const from = own.map((sector) => sector.from).reduce((a, b) => (a < b ? a : b));
      await events.emit("balance", { clientId, sectorIds: own.map(({ sectorId }) => sectorId), from });
    }
    await publish(await inTurn(schedule.decideChanged));
  }

  return {
    settle,
    async upToDate() {
      if ((await someMarks(context.database, 1)).size > 0) await settle();
    },
    decideDue: async () => publish(await inTurn(schedule.decideDue)),
  };
}

import type { Context } from "../../core/context.ts";
import { recomputeMarked } from "./recompute-stale.ts";
import { markAll, someMarks } from "./stale-sectors.ts";

/** Sectors of a client for which the recommendation is new. */
export interface DecidedClient {
  clientId: string;
  sectorIds: string[];
}

/** What follows a new balance. */
interface Schedule {
  sectorsChanged(sectorIds: readonly string[]): void;
  decideChanged(): Promise<readonly DecidedClient[]>;
  decideDue(): Promise<readonly DecidedClient[]>;
}

/** Brings balances and recommendations up to date, one computation after another: two of one sector would wait for each other. */
export interface Settling {
  /** Computes all that is marked, and the recommendations after it. */
  settle(): Promise<void>;
  /** The same, where something is marked. */
  upToDate(): Promise<void>;
  /** Recommends where it is time, or where data became stale or fresh again. */
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
    // Events follow the turn, because a listener may read what was computed.
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

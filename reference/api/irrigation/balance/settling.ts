import type { Context } from "../../core/context.ts";
import { UNFINISHED } from "../../core/jobs.ts";
import { VERSION } from "../../core/version.ts";
import type { SectorFilter } from "../../farms/sector-filter.ts";
import type { Recomputed } from "./recompute.ts";
import { recomputeMarked } from "./recompute-stale.ts";
import { markAll, markedClients } from "./stale-sectors.ts";

/** To be raised with a change of the computation; a release recomputes in any case. */
const REVISION = 4;
const PROGRAM = `${VERSION}/${REVISION}`;

/** Sectors of a client with a new recommendation. */
export interface DecidedClient {
  clientId: string;
  sectorIds: string[];
}

interface Schedule {
  sectorsChanged(sectorIds: readonly string[]): Promise<void>;
  decideChanged(clientId: string): Promise<readonly DecidedClient[]>;
  /** Clients with a decision due now. */
  clients(): Promise<readonly string[]>;
  decideDue(clientId: string): Promise<readonly DecidedClient[]>;
}

/**
 * Updates balances and recommendations, one computation at a time, because two of the same sector would wait for each
 * other. A computation covers a part of one client, so that the others do not wait for all of it.
 */
export interface Settling {
  /** Clients with marked balances, or with something to decide. */
  due(): Promise<readonly string[]>;
  /** Recomputes all marked balances of a client, or of all, and then recommends what changed or is due. */
  settle(clientId?: string): Promise<void>;
  /** The same as a job, which leaves the rest to the next one after a batch of a client, so that others have their turn. */
  work(clientId?: string): Promise<typeof UNFINISHED | undefined>;
  /** The same for the clients of some sectors, if anything of theirs is marked. */
  upToDate(filter: SectorFilter): Promise<void>;
}

export function createSettling(
  context: Pick<Context, "database" | "clock" | "events" | "log">,
  schedule: Schedule,
): Settling {
  const { database, events } = context;
  let isStarted = false;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  async function recompute(clientId: string) {
    const batch = await recomputeMarked(context, clientId);
    await schedule.sectorsChanged(batch.recomputed.map(({ sectorId }) => sectorId));
    return batch;
  }

  async function publish(decided: readonly DecidedClient[]): Promise<void> {
    for (const client of decided) await events.emit("recommendation", client);
  }

  /** After the turn, because a listener may read the result. */
  async function announce(clientId: string, recomputed: readonly Recomputed[]): Promise<void> {
    if (recomputed.length === 0) return;
    const from = recomputed.map((sector) => sector.from).reduce((a, b) => (a < b ? a : b));
    await events.emit("balance", { clientId, sectorIds: recomputed.map(({ sectorId }) => sectorId), from });
  }

  async function settleClient(clientId: string): Promise<void> {
    const all: Recomputed[] = [];
    for (let isFull = true; isFull; ) {
      const batch = await inTurn(() => recompute(clientId));
      all.push(...batch.recomputed);
      isFull = batch.isFull;
    }
    await announce(clientId, all);
    await publish(await inTurn(() => schedule.decideChanged(clientId)));
  }

  async function settle(onlyId?: string): Promise<void> {
    for (const clientId of onlyId === undefined ? await due() : [onlyId]) {
      await settleClient(clientId);
      await publish(await inTurn(() => schedule.decideDue(clientId)));
    }
  }

  async function begin(): Promise<void> {
    if (!isStarted) await inTurn(() => markAll(database, PROGRAM));
    isStarted = true;
  }

  async function due(): Promise<readonly string[]> {
    await begin();
    return [...new Set([...(await markedClients(database)), ...(await schedule.clients())])];
  }

  return {
    due,
    settle,
    async work(clientId) {
      if (clientId !== undefined) {
        const { recomputed, isFull } = await inTurn(() => recompute(clientId));
        await announce(clientId, recomputed);
        if (isFull) return UNFINISHED;
      }
      await settle(clientId);
    },
    async upToDate(filter) {
      for (const clientId of await markedClients(database, filter)) await settleClient(clientId);
    },
  };
}

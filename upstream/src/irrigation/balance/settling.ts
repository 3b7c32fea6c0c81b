import type { Context } from "../../core/context.ts";
import { VERSION } from "../../core/version.ts";
import type { SectorFilter } from "../../farms/sector-filter.ts";
import type { Recomputed } from "./recompute.ts";
import { recomputeMarked } from "./recompute-stale.ts";
import { markAll, markedClients } from "./stale-sectors.ts";

/** To be raised with a change of the computation; a release recomputes in any case. */
const REVISION = 1;
const PROGRAM = `${VERSION}/${REVISION}`;

/** Sectors of a client with a new recommendation. */
export interface DecidedClient {
  clientId: string;
  sectorIds: string[];
}

/** Work that follows a new balance. */
interface Schedule {
  sectorsChanged(sectorIds: readonly string[]): void;
  decideChanged(): Promise<readonly DecidedClient[]>;
  /** Clients to decide for. */
  clients(): Promise<readonly string[]>;
  decideDue(clientId: string): Promise<readonly DecidedClient[]>;
}

/**
 * Updates balances and recommendations, one computation at a time, because two of the same sector would wait for each
 * other. A computation covers a part of one client, so that the others do not wait for all of it.
 */
export interface Settling {
  /** Recomputes all marked balances, and then the recommendations. */
  settle(): Promise<void>;
  /** The same for the clients of some sectors, if anything of theirs is marked. */
  upToDate(filter: SectorFilter): Promise<void>;
  /** Recommends when it is time, or when data became stale or fresh again. */
  decideDue(): Promise<void>;
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

  async function recompute(clientId: string): Promise<Recomputed[] | undefined> {
    const recomputed = await recomputeMarked(context, clientId);
    schedule.sectorsChanged((recomputed ?? []).map(({ sectorId }) => sectorId));
    return recomputed;
  }

  async function decideChanged(): Promise<void> {
    await publish(await inTurn(schedule.decideChanged));
  }

  async function publish(decided: readonly DecidedClient[]): Promise<void> {
    for (const client of decided) await events.emit("recommendation", client);
  }

  async function settleClient(clientId: string): Promise<void> {
    const all: Recomputed[] = [];
    for (;;) {
      const some = await inTurn(() => recompute(clientId));
      if (some === undefined) break;
      all.push(...some);
    }
    // Events are emitted after the turn, because a listener may read the result.
    if (all.length > 0) {
      const from = all.map((sector) => sector.from).reduce((a, b) => (a < b ? a : b));
      await events.emit("balance", { clientId, sectorIds: all.map(({ sectorId }) => sectorId), from });
    }
    await decideChanged();
  }

  return {
    async settle() {
      if (!isStarted) await inTurn(() => markAll(database, PROGRAM));
      isStarted = true;
      for (const clientId of await markedClients(database)) await settleClient(clientId);
      await decideChanged();
    },
    async upToDate(filter) {
      for (const clientId of await markedClients(database, filter)) await settleClient(clientId);
    },
    async decideDue() {
      for (const clientId of await schedule.clients()) await publish(await inTurn(() => schedule.decideDue(clientId)));
    },
  };
}

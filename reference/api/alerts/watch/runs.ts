import { HOUR_MS } from "@lamina/shared/core/time";
import type { Database } from "../../core/database/open.ts";
import type { Decisions } from "../../irrigation/decisions/service.ts";
import { runsUnderWay } from "../../irrigation/waterings/run-store.ts";
import { type FarmTree, irrigameterLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** Machines to decide about again: of a new decision at once, by the reports of their panels once an hour. */
export function createHourly() {
  const seen = new Map<string, number>();
  return {
    due(ids: ReadonlySet<string>, atOnce: ReadonlySet<string>, now: Date): Set<string> {
      const hour = Math.floor(now.getTime() / HOUR_MS);
      const due = [...ids].filter((id) => atOnce.has(id) || seen.get(id) !== hour);
      for (const id of due) seen.set(id, hour);
      return new Set(due);
    },
  };
}

/** Runs under way that are worth less than they cost, and that no person let continue. */
export async function watchRuns(
  { database, decisions }: { database: Database; decisions: Pick<Decisions, "overview"> },
  sites: FarmTree,
): Promise<Observation[]> {
  const running = await runsUnderWay(database, [...sites.pivots.keys()]);
  if (running.size === 0) return [];
  const { machines } = await decisions.overview({ pivotIds: [...running.keys()] });
  return machines.flatMap(({ pivotId, decision }): Observation[] => {
    const pivot = sites.pivots.get(pivotId);
    if (decision.kind !== "stop" || pivot === undefined) return [];
    const { facts } = decision;
    return [
      {
        types: ["stop-run"],
        // One alert a run, until it ends or is let.
        subject: `${pivotId}:${facts.startedAt}`,
        since: facts.startedAt,
        place: placeOf(pivot),
        timezone: pivot.timezone,
        message: () => text.stopRun(pivot.name, decision),
        link: irrigameterLink(pivot),
      },
    ];
  });
}

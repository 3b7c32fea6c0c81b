import { views } from "@lamina/shared/calls/views";
import type { Season } from "@lamina/shared/records/crop";
import { useRef, useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";

/** Progress of a recomputation: the finished sectors, and whether it was stopped by the user or `failed`. */
interface Recomputing {
  done: number;
  state: "idle" | "running" | "stopped" | "failed" | "finished";
}

/** Recomputes the balance of these seasons' sectors one after another, each from its planting. */
export function useRecompute(seasons: readonly Season[]) {
  const [progress, setProgress] = useState<Recomputing>({ done: 0, state: "idle" });
  const isStopped = useRef(false);

  async function start() {
    isStopped.current = false;
    setProgress({ done: 0, state: "running" });
    let done = 0;
    try {
      for (const { sectorId, plantingDate } of seasons) {
        if (isStopped.current) break;
        await call(views.balanceRecompute, { body: { sectorId, from: plantingDate } });
        done += 1;
        setProgress({ done, state: "running" });
      }
      setProgress({ done, state: done < seasons.length ? "stopped" : "finished" });
    } catch (error) {
      setProgress({ done, state: "failed" });
      if (!(error instanceof ApiError)) throw error;
    } finally {
      // Refetches all data of these clients, because they depend on the balances.
      for (const clientId of new Set(seasons.map((season) => season.clientId)))
        void queryClient.invalidateQueries({ queryKey: [clientId] });
    }
  }

  return {
    progress,
    start,
    stop: () => {
      isStopped.current = true;
    },
  };
}

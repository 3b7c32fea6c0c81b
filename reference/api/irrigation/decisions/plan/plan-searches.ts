import type { FoundPlan } from "./plan-question.ts";
import { PlanCancelled } from "./plan-thread.ts";

/** A search that runs or has ended, and the facts that it was started with. */
interface Search {
  facts: string;
  plan: Promise<FoundPlan>;
  cancel(): void;
}

/** The newest search of each farm. Equal facts share one search; other facts cancel it. */
export class PlanSearches {
  readonly #newest = new Map<string, Search>();

  /**
   * The plan of the newest facts; `isNext`: they replace others. Who waits for a search that is cancelled gets the plan of the one that replaced it.
   * @throws what the newest search throws
   */
  async plan(farmId: string, facts: string, start: (isNext: boolean) => Omit<Search, "facts">): Promise<FoundPlan> {
    const known = this.#newest.get(farmId);
    if (known?.facts !== facts) {
      known?.cancel();
      this.#newest.set(farmId, { facts, ...start(known !== undefined) });
    }
    for (;;) {
      const search = this.#newest.get(farmId);
      if (search === undefined) throw new PlanCancelled("The search has failed for another request.");
      try {
        return await search.plan;
      } catch (error) {
        const isNewest = this.#newest.get(farmId) === search;
        // A search that failed is not repeated for those that wait, but for the next request.
        if (isNewest) this.#newest.delete(farmId);
        if (isNewest || !(error instanceof PlanCancelled)) throw error;
      }
    }
  }
}

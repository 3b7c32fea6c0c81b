import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { useRights } from "../../../../core/rights/use-rights.ts";
import { listsOf } from "./lists-of.ts";
import { listQuery } from "./queries.ts";
import { type AnyScreenConfig, entityInfo, type Kind } from "./screen-config.ts";

/**
 * The lists that a view uses, and the query of its own list. Other lists may still be loading, or not be visible to the
 * user. Requests nothing while `isAsked` is false.
 */
export function useLists({ entity, uses }: Pick<AnyScreenConfig, "entity" | "uses">, isAsked = true) {
  const client = useSelectedClient();
  const { can } = useRights();
  const names = useMemo(() => [...new Set<Kind>([entity, ...uses])], [entity, uses]);
  return useQueries({
    queries: names.map((name) => ({
      ...listQuery(client, name),
      enabled: isAsked && can(entityInfo(name).screen, "view"),
    })),
    combine: (results) => {
      const data = new Map(results.map((result, index) => [names[index], result.data]));
      const query = results[0];
      if (!query) throw new Error("a view has an entity");
      return {
        query,
        lists: listsOf(data),
        ready: results.every(({ isFetching, data }) => data || !isFetching),
      };
    },
  });
}

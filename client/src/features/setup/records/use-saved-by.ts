import { useInfiniteQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { auditQuery } from "./data/queries.ts";
import type { AnyRecord, Kind } from "./data/screen-config.ts";

/** Who saved a version of a record, by its history; undefined without a version, and while the history has no answer. */
export function useSavedBy(entity: Kind, version: AnyRecord | undefined): string | undefined {
  const query = auditQuery(useSelectedClient(), entity, version?._id ?? "");
  // A history that was read before does not have the entry.
  const { data } = useInfiniteQuery({ ...query, enabled: version !== undefined, staleTime: 0 });
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  return entries.find(({ date }) => date === version?.updatedAt)?.userName ?? undefined;
}

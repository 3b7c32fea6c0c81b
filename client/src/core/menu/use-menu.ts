import type { MenuEntry } from "@lamina/shared/access/menu";
import { endpoints } from "@lamina/shared/calls/endpoints";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { call } from "../../api/http.ts";
import { retryPause } from "../../api/retry-pause.ts";
import { useClients } from "../clients/use-clients.ts";
import { logFailure } from "../log-failure.ts";
import { useRightsOn } from "../rights/use-rights.ts";
import { useOffers } from "../runtime-config/offered-screens.ts";
import { text } from "../text.ts";
import { DEFAULT_MENU, isCurrent, type MenuItem, menuTree, offeredMenu, withDailyRecords } from "./menu-tree.ts";

/** The client's own menu, or the full default one of `/Menu/GetAll` (readings, 8). */
async function loadMenu(clientId: string, signal: AbortSignal): Promise<{ entries: MenuEntry[]; isOwn: boolean }> {
  const own = await call(endpoints.menuGetByClient, { query: { ID: clientId }, signal });
  if (own.length > 0) return { entries: own, isOwn: true };
  return { entries: await call(endpoints.menuGetAll, { signal }), isOwn: false };
}

/** The menu query of a client. */
function menuQuery(client: Pick<Client, "_id" | "id"> | undefined) {
  return queryOptions({
    queryKey: [client?._id, "menu-entries"],
    enabled: client !== undefined,
    queryFn: ({ signal }) => logFailure(text.loadFailed, loadMenu(client?.id ?? "", signal)),
    retry: false,
    refetchInterval: ({ state }) => (state.status === "error" && !state.data ? retryPause(state) : false),
    // The retry of §4 continues in a hidden tab (readings, 8a).
    refetchIntervalInBackground: true,
    // The menu depends on the user's rights.
    meta: { field: true, entities: ["User", "UsersGroup"] },
  });
}

/** A menu entry, with a flag for the current page. */
export interface MenuTab extends Omit<MenuItem, "children"> {
  /** Flagged from the first path segment of the location (§2). */
  current: boolean;
  children: readonly MenuTab[];
}

/** The selected client's menu. Empty while it loads; the default menu when loading fails. */
export function useMenu(): { items: readonly MenuTab[]; status: "loading" | "ready" } {
  const { selected } = useClients();
  // A retry resets the error. The error count keeps the default menu during the retry.
  const { data, errorUpdateCount } = useQuery(menuQuery(selected));
  const { pathname } = useLocation();
  const hasFailed = errorUpdateCount > 0;
  const { can } = useRightsOn(selected);
  const seesRecords = can("watering", "view");
  const offers = useOffers();
  const tree = useMemo(() => {
    if (!data && !hasFailed) return undefined;
    const entries = data ? menuTree(data.entries) : DEFAULT_MENU;
    const isDefault = !data?.isOwn || entries === DEFAULT_MENU;
    return offeredMenu(seesRecords && isDefault ? withDailyRecords(entries) : entries, offers);
  }, [data, hasFailed, seesRecords, offers]);
  const items = useMemo(() => (tree ?? []).map((item) => flag(item, pathname)), [tree, pathname]);
  return { items, status: tree ? "ready" : "loading" };
}

function flag(item: MenuItem, pathname: string): MenuTab {
  return { ...item, current: isCurrent(item, pathname), children: item.children.map((child) => flag(child, pathname)) };
}

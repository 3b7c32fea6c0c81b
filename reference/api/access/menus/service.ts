import type { MenuEntry } from "@lamina/shared/access/menu";
import { allows, Screen } from "@lamina/shared/access/rights";
import { TypeChart } from "@lamina/shared/records/client";
import { pivotPages } from "@lamina/shared/screens/screens";
import type { Context } from "../../core/context.ts";
import { type Json, toJson } from "../../core/serialize.ts";
import { type Caller, mayAnywhere } from "../../http/caller.ts";
import { defaultMenuEntries } from "../clients/default-menu.ts";
import type { Clients } from "../clients/service.ts";
import { listMenus, type MenuRow } from "./store.ts";

export interface Menus {
  /** The full default menu, for a client without its own (readings, 8): the entries that the caller may view. */
  all(caller: Caller): MenuEntry[];
  /**
   * Menu of the client with this `id` or `_id`: the entries that the caller may view.
   * @throws HttpProblem 404
   */
  ofClient(caller: Caller, key: string): Promise<Json<MenuRow>[]>;
}

export function createMenus({ database }: Context, clients: Clients): Menus {
  async function read(caller: Caller, clientIds: readonly string[]): Promise<Json<MenuRow>[]> {
    const rows = await listMenus(database, clientIds);
    return rows
      .filter(({ entry }) => isShown(caller, entry.clientId, entry.screen))
      .map(({ entry, typeChart }) => toJson({ ...entry, path: pathFor(entry.path, typeChart) }));
  }

  return {
    all: (caller) =>
      defaultMenuEntries()
        .filter(({ screen }) => mayAnywhere(caller, { screen, action: "view" }))
        .map((entry) => ({ ...entry })),
    ofClient: async (caller, key) => read(caller, [(await clients.find(caller, key))._id]),
  };
}

function isShown(caller: Caller, clientId: string, screen: string | null): boolean {
  const parsed = Screen.safeParse(screen);
  const permissions = caller.clients.get(clientId)?.permissions ?? [];
  return !parsed.success || allows(permissions, { screen: parsed.data, action: "view" });
}

/** §2: clients of `typeChart` 1 see the pivot variant of some pages. */
function pathFor(path: string, typeChart: number): string {
  const [, section, page = ""] = path.split("/");
  const pivotPage = section === "irrigameter" && typeChart === TypeChart.pivot ? pivotPages.get(page) : undefined;
  return pivotPage ? `/${section}/${pivotPage}` : path;
}

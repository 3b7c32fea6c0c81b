import { TypeChart } from "@lamina/shared/records/client";
import { and, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { appLink } from "../../farms/app-link.ts";
import { clients } from "../../schema/clients.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import type { AlertSubject } from "./observation.ts";

/** A part of a client's farms, with its name for texts and its place for rules and rights. */
export interface FarmNode extends AlertSubject {
  _id: string;
  name: string;
  timezone: string;
  typeChart: number;
}

/** Farms, pivots and sectors of some clients, each by its id. */
export interface FarmTree {
  clientIds: readonly string[];
  farms: ReadonlyMap<string, FarmNode>;
  pivots: ReadonlyMap<string, FarmNode>;
  sectors: ReadonlyMap<string, FarmNode>;
}

const where = { clientId: farms.clientId, farmId: farms._id, timezone: farms.timezone, typeChart: clients.typeChart };

/** Farms and pivots to load, the pivots with all their sectors. */
interface TreePart {
  farmIds: ReadonlySet<string>;
  pivotIds: ReadonlySet<string>;
}

/** The active records of active clients, or a part of them. */
export async function loadFarmTree(
  database: Database,
  clientIds: readonly string[],
  part?: TreePart,
): Promise<FarmTree> {
  const inUse = and(
    anyOf(farms.clientId, clientIds),
    farms.active,
    clients.active,
    part && anyOf(farms._id, part.farmIds),
  );
  const farmRows = await database
    .select({ _id: farms._id, name: farms.name, ...where })
    .from(farms)
    .innerJoin(clients, eq(clients._id, farms.clientId))
    .where(inUse);
  const pivotRows = await database
    .select({ _id: pivots._id, name: pivots.name, farmId: pivots.farmId })
    .from(pivots)
    .where(and(anyOf(pivots.farmId, ids(farmRows)), pivots.active, part && anyOf(pivots._id, part.pivotIds)));
  const sectorRows = await database
    .select({ _id: pivotSectors._id, name: pivotSectors.name, pivotId: pivotSectors.pivotId })
    .from(pivotSectors)
    .where(and(anyOf(pivotSectors.pivotId, ids(pivotRows)), pivotSectors.active));

  const ofFarm = byId(farmRows.map((farm): FarmNode => ({ ...farm, pivotId: null, sectorId: null })));
  const ofPivot = byId(
    pivotRows.flatMap(({ _id, name, farmId }): FarmNode[] => {
      const farm = ofFarm.get(farmId);
      return farm ? [{ ...farm, _id, name, pivotId: _id }] : [];
    }),
  );
  const siblings = Map.groupBy(sectorRows, ({ pivotId }) => pivotId);
  const ofSector = byId(
    sectorRows.flatMap(({ _id, name, pivotId }): FarmNode[] => {
      const pivot = ofPivot.get(pivotId);
      // The only sector of a pivot has the pivot's name, as people on the farm use it.
      const full = siblings.get(pivotId)?.length === 1 ? pivot?.name : `${pivot?.name} · ${name}`;
      return pivot ? [{ ...pivot, _id, name: full ?? name, sectorId: _id }] : [];
    }),
  );
  return { clientIds, farms: ofFarm, pivots: ofPivot, sectors: ofSector };
}

const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);
const byId = (sites: readonly FarmNode[]) => new Map(sites.map((site) => [site._id, site] as const));

/** The page of the client's irrigâmetro for a pivot or a sector. */
export function irrigameterLink(site: FarmNode, face: "calculated" | "sensor" = "calculated"): string {
  const page = site.typeChart === TypeChart.pivot ? `${face}-pivot` : face;
  return appLink(`/irrigameter/${page}`, site, {
    ...(site.pivotId && { pivo: site.pivotId }),
    ...(site.sectorId && { setor: site.sectorId }),
  });
}

/** A page of the app for a farm. */
export function farmLink(path: string, site: FarmNode): string {
  return appLink(path, site, { fazenda: site.farmId });
}

/** The place alone, to match with rules and users. */
export function placeOf({ clientId, farmId, pivotId, sectorId }: FarmNode): AlertSubject {
  return { clientId, farmId, pivotId, sectorId };
}

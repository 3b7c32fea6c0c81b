import * as z from "zod";
import { type Packed, pack, unpack } from "../core/columns.ts";
import { shownReasons } from "./board.ts";
import type { MapView } from "./irrigameter.ts";

/** The content of a map; in an answer to `since`, only the changes, as in a `BoardAnswer`. */
type MapContent = Partial<Pick<MapView, "farms" | "pivots" | "machines" | "sectors" | "plans" | "devices" | "rain7d">>;

/** Reply of `GET /Map/GetByClientID?form=board`: its moment and its content, in columns. */
export const MapColumns = z.object({
  /** Version of this content. The next request sends it as `since`. */
  version: z.string().optional(),
  /** The version that `map` changes. Null for a whole map. */
  since: z.string().nullish(),
  map: z.custom<Packed>((value) => typeof value === "object" && value !== null),
});
export type MapColumns = z.infer<typeof MapColumns>;

/** Whether an API answered in columns; one without `form` sends the full answer. */
export function isMapColumns(reply: MapColumns | MapView): reply is MapColumns {
  return "map" in reply;
}

/**
 * The content of a map, without the terms that explain a recommendation and without ages, which would change each pivot
 * every minute.
 */
export function mapContent({ at: _at, ...view }: MapView): MapContent {
  return {
    ...view,
    pivots: view.pivots.map(({ statusAgeMin: _age, ...pivot }) => pivot as MapView["pivots"][number]),
    sectors: view.sectors.map(({ recommendation, ...sector }) => ({
      ...sector,
      recommendation: recommendation && {
        ...recommendation,
        reasons: shownReasons(recommendation),
      },
    })),
  };
}

/** Encodes a map in columns. */
export function packMap(at: string, content: MapContent): Packed {
  return pack({ at, ...content });
}

/** A map from its columns, as sent: not validated. */
export function unpackMap({ map }: MapColumns): unknown {
  return unpack(map);
}

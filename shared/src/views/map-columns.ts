import * as z from "zod";
import { type Packed, pack, unpack } from "../core/columns.ts";
import { isShown } from "./board.ts";
import type { MapView } from "./irrigameter.ts";

/** Reply of `GET /Map/GetByClientID?form=board`: what the map shows, in columns. */
export const MapColumns = z.object({
  map: z.custom<Packed>((value) => typeof value === "object" && value !== null),
});
export type MapColumns = z.infer<typeof MapColumns>;

/** Whether an API answered in columns; one without `form` sends the full answer. */
export function isMapColumns(reply: MapColumns | MapView): reply is MapColumns {
  return "map" in reply;
}

/** Puts a map into columns. Leaves out the terms that explain a recommendation, which the board leaves out too. */
export function packMap(view: MapView): MapColumns {
  const sectors = view.sectors.map(({ recommendation, ...sector }) => ({
    ...sector,
    recommendation: recommendation && {
      ...recommendation,
      reasons: recommendation.reasons.filter((reason) => isShown(reason, recommendation)),
    },
  }));
  return { map: pack({ ...view, sectors }) };
}

/** A map from its columns, as sent: not validated. */
export function unpackMap({ map }: MapColumns): unknown {
  return unpack(map);
}

import { netDepth } from "@lamina/agronomy/machine/pivot";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Database } from "../../core/database/open.ts";
import type { SectorContext } from "../sites/sectors.ts";
import { appliedEfficiency } from "../sites/spray-losses.ts";

/** Where a watering was applied: its farm, and its system as on that day. */
interface Place {
  farm: Parameters<typeof appliedEfficiency>[1]["farm"];
  pivot: Pick<SectorContext["pivot"], "kind" | "efficiencyPct">;
  /** Whether its client wants the Ea by hours. */
  isByHour: boolean;
}

interface Applied {
  grossMm: number;
  start: Date;
  end?: Date | null;
  hours: number | null;
}

/** Net depth of a watering in mm, by the Ea of its hours where the client wants that and their weather is known. */
export async function appliedNet(database: Database, place: Place, applied: Applied): Promise<number> {
  const { grossMm, start, end, hours } = applied;
  const startAt = start.getTime();
  const endAt = end?.getTime() ?? startAt + (hours ?? 0) * HOUR_MS;
  return netDepth(grossMm, await appliedEfficiency(database, { ...place, startAt, endAt }));
}

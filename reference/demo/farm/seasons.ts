import { addDays, type FarmDay } from "@lamina/shared/core/farm-time";
import type { seasons } from "../../api/schema/irrigation.ts";
import { type CropKey, cropId, cycleDays, demoCropFacts } from "./crops.ts";
import type { DemoRecord } from "./record.ts";
import type { SectorPlan } from "./systems.ts";

/** Days that a field rests between a harvest and the next planting. */
const REST_DAYS = 18;
/** Storage at planting in % of CAD: after rain or a first irrigation. */
const INITIAL_MOISTURE_PCT = 85;
/** Crops whose season is computed with the dual coefficient: the young canopy leaves wet ground bare. */
const DUAL: readonly CropKey[] = ["milho", "algodao"];

interface Sector {
  _id: string;
  clientId: string;
  plan: SectorPlan;
}

/**
 * The seasons of a sector around a day: the current one, earlier ones back to `since`, and the next one. Each ends some
 * days before the next planting.
 */
export function demoSeasons(sector: Sector, today: FarmDay, since: FarmDay): DemoRecord<typeof seasons>[] {
  const { now, before, next } = sector.plan;
  const planned = next ? [season(sector, next.crop, addDays(today, next.inDays), "planned")] : [];
  const active = now ? [season(sector, now.crop, addDays(today, -now.plantedDaysAgo), "active")] : [];
  const closed: DemoRecord<typeof seasons>[] = [];
  let followedOn = active[0]?.plantingDate ?? today;
  for (const crop of before) {
    const harvestDate = addDays(followedOn, -REST_DAYS);
    followedOn = addDays(harvestDate, 1 - cycleDays(crop));
    if (followedOn < since) break;
    closed.unshift({ ...season(sector, crop, followedOn, "closed"), harvestDate });
  }
  return [...closed, ...active, ...planned];
}

function season(
  { _id: sectorId, clientId }: Sector,
  crop: CropKey,
  plantingDate: FarmDay,
  status: "planned" | "active" | "closed",
): DemoRecord<typeof seasons> {
  const facts = demoCropFacts[crop];
  const [year, month] = plantingDate.split("-");
  return {
    _id: `${sectorId}-${plantingDate}`,
    clientId,
    sectorId,
    cropId: cropId(clientId, crop),
    name: `${facts.name} ${month}/${year}`,
    plantingDate,
    emergenceDate: facts.emergence ? addDays(plantingDate, facts.emergence) : null,
    initialMoisturePct: INITIAL_MOISTURE_PCT,
    kcMethod: DUAL.includes(crop) ? "dual" : "single",
    status,
  };
}

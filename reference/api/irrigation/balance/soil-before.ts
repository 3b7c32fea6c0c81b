import { bareSoilAfter, soilAfterCrop } from "@lamina/agronomy/balance/bare-soil";
import { effectiveRain } from "@lamina/agronomy/soil/effective-rain";
import { layersFromPercent } from "@lamina/agronomy/soil/soil-water";
import { addDays, daysBetween } from "@lamina/shared/core/farm-time";
import type { Database } from "../../core/database/open.ts";
import type { ClientSettings } from "../../farms/settings/service.ts";
import type { KnownSoil } from "../sites/initial-water.ts";
import type { SectorContext, SectorSeason } from "../sites/sectors.ts";
import type { DayRecord } from "./day-record.ts";
import { loadBalanceInputs } from "./inputs.ts";
import { probedSoil } from "./probed-soil.ts";
import { type BalanceRecord, rainRule } from "./rows.ts";

/** An older season says nothing of the soil: two rainy seasons have passed. */
const LONGEST_FALLOW_DAYS = 2 * 366;

/** A planting whose soil is asked for. */
interface Planting {
  site: SectorContext;
  season: Pick<SectorSeason, "crop"> & { season: Pick<SectorSeason["season"], "plantingDate" | "initialWater"> };
  rules: Pick<ClientSettings, "rainEffective">;
  /** The last row of the sector before the planting. */
  previous: BalanceRecord | undefined;
  /** Rain and water after this moment do not count. */
  now?: Date;
}

/** What was left in the soil, and of what it comes; depths in mm. */
interface SoilBefore extends KnownSoil {
  previous: BalanceRecord | undefined;
  /** Rain between the last season and the planting. */
  rainMm: number;
}

/**
 * The soil on the eve of a planting that begins with what was left: by a deep probe, else by the sector's last season
 * and the rain, water and evaporation of bare ground since. Undefined where neither is known.
 */
export async function soilBefore(database: Database, planting: Planting): Promise<SoilBefore | undefined> {
  const { site, season, previous } = planting;
  const { plantingDate, initialWater } = season.season;
  if (initialWater !== "carried") return undefined;
  const isRecent = previous && daysBetween(previous.date, plantingDate) <= LONGEST_FALLOW_DAYS;
  const left = isRecent ? await soilLeft(database, planting, previous) : undefined;
  const where = { day: plantingDate, rootIniCm: season.crop.rootIniCm };
  const probed = await probedSoil(database, site, where, left?.soil);
  if (probed) return { ...NOTHING_LEFT, ...left, by: "probe", soil: probed };
  return left && { ...left, by: "season" };
}

const NOTHING_LEFT = { previous: undefined, rainMm: 0, de: undefined };

async function soilLeft(
  database: Database,
  { site, season, rules, now }: Planting,
  previous: BalanceRecord,
): Promise<Omit<SoilBefore, "by">> {
  const layers = layersFromPercent(site.soil.layers);
  const [from, to] = [addDays(previous.date, 1), addDays(season.season.plantingDate, -1)];
  const inputs = from > to ? undefined : await loadBalanceInputs(database, [site], from, to, now);
  const days = inputs?.daysOf(site, from, to) ?? [];
  const before = soilAfterCrop(layers, previous.state);
  const bare = bareSoilAfter(layers, before, bareDays(days, previous.eto, rules));
  return { ...bare, previous, rainMm: days.reduce((sum, { rain }) => sum + rain, 0) };
}

/** A day without a known ETo has that of the day before, as in the balance. */
function bareDays(days: readonly DayRecord[], etoBefore: number, { rainEffective }: Planting["rules"]) {
  let eto = etoBefore;
  return days.map((day) => {
    eto = day.eto ?? eto;
    return {
      eto,
      rain: effectiveRain(day.rain, eto, rainRule(rainEffective)),
      irrigation: day.irrNet,
      ...(day.u2 !== null && { u2: day.u2 }),
      ...(day.rhMin !== null && { rhMin: day.rhMin }),
    };
  });
}

import { deficitBetween, type Subsoil } from "@lamina/agronomy/balance/subsoil";
import { layersFromPercent, totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import { round } from "@lamina/shared/core/units";
import type { InitialWaterFound, InitialWaterRequest } from "@lamina/shared/records/balance";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../core/database/open.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import { problems } from "../../http/problem.ts";
import { crops } from "../../schema/irrigation.ts";
import { loadSeasons, loadSectors } from "../sites/sectors.ts";
import { soilBefore } from "./soil-before.ts";
import { lastRowBefore } from "./store.ts";

/**
 * What was left in the soil before a planting, which a new season begins with unless a person chooses otherwise.
 * @throws HttpProblem 400 for a crop that is not the client's
 */
export async function foundWater(
  database: Database,
  { clientId, planting, now }: { clientId: string; planting: InitialWaterRequest; now: Date },
): Promise<InitialWaterFound> {
  const { sectorId, cropId, plantingDate, _id: seasonId } = planting;
  const [site] = await loadSectors(database, { sectorIds: [sectorId] });
  const [crop] = await database
    .select()
    .from(crops)
    .where(and(eq(crops._id, cropId), eq(crops.clientId, clientId)));
  const rules = (await clientSettings(database, [clientId])).get(clientId);
  if (crop === undefined || site === undefined || rules === undefined)
    throw problems.validation([{ field: "cropId", id: "not-found" }]);
  const previous = await lastRowBefore(database, { sectorId, date: plantingDate, seasonId });
  const season = { crop, season: { plantingDate, initialWater: "carried" as const } };
  const found = await soilBefore(database, { site, season, rules, previous, now });
  const last = (await loadSeasons(database, [sectorId]))
    .get(sectorId)
    ?.find((other) => other.season._id === found?.previous?.seasonId);
  const layers = layersFromPercent(site.soil.layers);
  const storagePct = (soil: Subsoil, toCm: number) => {
    const taw = totalAvailableWater(layers, toCm / 100);
    return taw > 0 ? round(100 * (1 - deficitBetween(layers, soil, 0, toCm / 100) / taw), 1) : 100;
  };
  return {
    startWater: found?.by ?? "unknown",
    seasonId: found?.previous?.seasonId ?? null,
    cropName: last?.crop.name ?? null,
    until: found?.previous?.date ?? null,
    rainMm: round(found?.rainMm ?? 0, 1),
    storagePct: storagePct(found?.soil ?? [], crop.rootIniCm),
    wholePct: storagePct(found?.soil ?? [], crop.rootMaxCm),
  };
}

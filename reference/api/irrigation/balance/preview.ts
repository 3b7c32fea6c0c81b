import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import type { Balance } from "@lamina/shared/records/balance";
import { checkSeason, SeasonFields } from "@lamina/shared/records/crop";
import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "../../core/database/open.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import { problems } from "../../http/problem.ts";
import { validate } from "../../http/validation.ts";
import { crops, type seasons } from "../../schema/irrigation.ts";
import { initialWaterOf, startWaterOf } from "../sites/initial-water.ts";
import { seasonSettings, startState } from "../sites/season-settings.ts";
import { lastDayOf } from "../sites/season-span.ts";
import { loadSectors } from "../sites/sectors.ts";
import { loadForecasts } from "./forecasts.ts";
import { loadBalanceInputs } from "./inputs.ts";
import { outlookOf } from "./outlook.ts";
import { balanceRows } from "./rows.ts";
import { soilBefore } from "./soil-before.ts";
import { lastRowBefore, toBalance } from "./store.ts";

/** What a stored season has beside its own fields. */
const LOADED = ["_id", "clientId", "active", "createdAt", "updatedAt"];
/** Number of known days whose mean ETo is used for the coming days. */
const USUAL_DAYS = 30;

/**
 * The balance that a season would give, from planting to harvest: with the records until yesterday, then the forecast,
 * then the usual ETo without rain. Stores nothing.
 * @throws HttpProblem 400 for a season that could not be stored
 */
export async function previewSeason(
  database: Database,
  { clientId, body, now }: { clientId: string; body: Readonly<Record<string, unknown>>; now: Date },
): Promise<Balance[]> {
  const fields = validate(SeasonFields, body, LOADED);
  const wrongDates = checkSeason(fields);
  if (wrongDates.length > 0) throw problems.validation(wrongDates);
  const [site] = await loadSectors(database, { sectorIds: [fields.sectorId] });
  const [crop] = await database
    .select()
    .from(crops)
    .where(and(eq(crops._id, fields.cropId), eq(crops.clientId, clientId)));
  const settings = (await clientSettings(database, [clientId])).get(clientId);
  if (crop === undefined || site === undefined || settings === undefined)
    throw problems.validation([{ field: "cropId", id: "not-found" }]);
  const season = draftOf(fields, clientId, now);
  const from = fields.plantingDate;
  const to = lastDayOf(fields, crop.stages);
  const inputs = await loadBalanceInputs(database, [site], from, to, now);
  const today = farmDay(now.getTime(), site.farm.timezone);
  const forecasts = await loadForecasts(database, [site.farm._id], today, now);
  const before = await loadBalanceInputs(database, [site], addDays(today, -USUAL_DAYS), addDays(today, -1));
  const usual = before.daysOf(site, addDays(today, -USUAL_DAYS), addDays(today, -1)).flatMap(({ eto }) => eto ?? []);
  const days = outlookOf(inputs.daysOf(site, from, to), forecasts.get(site.farm._id) ?? new Map(), usual);
  const engine = seasonSettings({ season, crop }, site, settings);
  const seasonId = typeof body._id === "string" ? body._id : undefined;
  const previous = await lastRowBefore(database, { sectorId: fields.sectorId, date: from, seasonId });
  const known = await soilBefore(database, { site, season: { season, crop }, rules: settings, previous, now });
  const planted = { season, crop, known };
  const start = startState(engine, planted, 0);
  const run = { site, season, crop, settings: engine, rules: settings, startWater: startWaterOf(planted) };
  return balanceRows(
    run,
    start,
    days.map((day) => ({
      ...day,
      rain: day.rain + day.rainForecast,
      irrGross: day.irrGross + day.planned.grossMm,
      irrNet: day.irrNet + day.planned.netMm,
    })),
    ({ measured, forecast }) => (measured ? "measured" : forecast ? "forecast" : "estimated"),
  ).map(toBalance);
}

/** The season in its stored form. */
function draftOf(fields: z.output<typeof SeasonFields>, clientId: string, now: Date): typeof seasons.$inferSelect {
  const {
    name,
    emergenceDate,
    harvestDate,
    stages,
    pOverride,
    yieldKgHa,
    priceBrlKg,
    stageUnit = "days",
    ...rest
  } = fields;
  const initial = initialWaterOf(fields);
  return {
    _id: "preview",
    clientId,
    createdAt: now,
    updatedAt: now,
    active: true,
    ...rest,
    ...initial,
    name: name ?? null,
    emergenceDate: emergenceDate ?? null,
    harvestDate: harvestDate ?? null,
    stages: stages ?? null,
    pOverride: pOverride ?? null,
    stageUnit,
    yieldKgHa: yieldKgHa ?? null,
    priceBrlKg: priceBrlKg ?? null,
  };
}

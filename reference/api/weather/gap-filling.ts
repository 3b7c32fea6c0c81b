import type { FarmDay } from "@lamina/shared/core/farm-time";
import { keysOf } from "@lamina/shared/core/keys";
import {
  type PastWeather,
  PastWeatherDay,
  type PastWeatherReply,
  PastWeatherSource,
} from "@lamina/shared/records/weather";
import { and, eq, gte, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { anyOf } from "../core/database/arrays.ts";
import type { Database } from "../core/database/open.ts";
import { pastWeatherDays } from "../schema/weather.ts";
import type { GapSource } from "./complete-day.ts";
import type { ObservedDay } from "./observed-day.ts";

/** Number of days before a gap whose mean fills it. */
export const MEAN_OF_DAYS = 7;

const MEANT = ["tMax", "tMin", "rhMax", "rhMin", "wind2m", "rad"] as const;

/** Sources for a gap, best first: another source of that day, its forecast, then the mean of the days before it. */
export function gapSources(
  past: { source: string; day: ObservedDay } | undefined,
  forecast: { tMax: number | null; tMin: number | null; rhMin: number | null } | undefined,
  daysBefore: readonly ObservedDay[],
): GapSource[] {
  const known = Object.entries(forecast ?? {}).filter(
    ([key, value]) => value !== null && (key === "tMax" || key === "tMin" || key === "rhMin"),
  );
  return [
    ...(past ? [{ name: past.source, day: past.day, hasFallen: true }] : []),
    { name: "forecast", day: Object.fromEntries(known) as ObservedDay },
    { name: "days-before", day: meanOf(daysBefore) },
  ];
}

function meanOf(days: readonly ObservedDay[]): ObservedDay {
  const means = MEANT.flatMap((input) => {
    const values = days.flatMap((day) => day[input] ?? []);
    return values.length === 0 ? [] : [[input, values.reduce((sum, value) => sum + value, 0) / values.length] as const];
  });
  return Object.fromEntries(means);
}

const INPUTS = {
  tMax: sql`excluded.t_max`,
  tMin: sql`excluded.t_min`,
  tMean: sql`excluded.t_mean`,
  rhMax: sql`excluded.rh_max`,
  rhMin: sql`excluded.rh_min`,
  rhMean: sql`excluded.rh_mean`,
  wind2m: sql`excluded.wind_2m`,
  rad: sql`excluded.rad`,
  rain: sql`excluded.rain`,
} as const;
const INPUT_NAMES = keysOf(INPUTS);
/** Rows of one statement, which has a limit of parameters. */
const BATCH = 1_000;

/** Daily weather of other sources on some days of a farm. */
export async function pastDays(database: Database, farmId: string, from: FarmDay, to: FarmDay) {
  const rows = await database
    .select()
    .from(pastWeatherDays)
    .where(and(eq(pastWeatherDays.farmId, farmId), gte(pastWeatherDays.date, from), lte(pastWeatherDays.date, to)));
  return new Map(
    rows.map((row) => {
      const known = INPUT_NAMES.flatMap((input) => (row[input] === null ? [] : [[input, row[input]] as const]));
      const day: ObservedDay = Object.fromEntries(known);
      return [row.date, { source: row.source, day }] as const;
    }),
  );
}

const SourcedDay = PastWeatherDay.extend({ source: PastWeatherSource });
/** Days that an import wrote, and what they were before. */
export const WrittenPast = z.object({
  farmId: z.string(),
  days: z.array(z.object({ after: SourcedDay, before: SourcedDay.nullable() })),
});
type WrittenPast = z.infer<typeof WrittenPast>;
type StoredPast = z.output<typeof PastWeatherReply> & {
  kept: number;
  from: FarmDay | undefined;
  written: WrittenPast;
};

/**
 * Stores the days of a file; of a repeated date the last one. Returns the first date that changes, if any.
 * @param keepsOthers whether days of another source stay, as long as a person does not ask to replace them
 */
export async function storePastDays(
  transaction: Database,
  { _id: farmId }: { _id: string },
  { source, days }: Pick<z.output<typeof PastWeather>, "source" | "days">,
  keepsOthers = false,
): Promise<StoredPast> {
  const given = new Map(days.map((day) => [day.date, day] as const));
  const rows = await transaction
    .select()
    .from(pastWeatherDays)
    .where(and(eq(pastWeatherDays.farmId, farmId), anyOf(pastWeatherDays.date, given.keys())));
  const stored = new Map(rows.map((row) => [row.date, row] as const));
  const isEqual = (day: PastWeatherDay) => {
    const row = stored.get(day.date);
    return row?.source === source && INPUT_NAMES.every((input) => (day[input] ?? null) === row[input]);
  };
  const isKept = ({ date }: PastWeatherDay) => keepsOthers && (stored.get(date)?.source ?? source) !== source;
  const kept = [...given.values()].filter(isKept).length;
  const fresh = [...given.values()].filter((day) => !isEqual(day) && !isKept(day));
  await writeDays(
    transaction,
    fresh.map((day) => ({ ...day, farmId, source })),
  );
  const changed = fresh.filter(({ date }) => stored.has(date)).length;
  const [from] = fresh.map(({ date }) => date).sort();
  const written = fresh.map((day) => {
    const { farmId: _, ...before } = stored.get(day.date) ?? { farmId };
    return { after: { ...day, source }, before: "date" in before ? before : null };
  });
  const duplicate = days.length - fresh.length - kept;
  return { inserted: fresh.length - changed, changed, duplicate, kept, from, written: { farmId, days: written } };
}

async function writeDays(transaction: Database, rows: readonly (typeof pastWeatherDays.$inferInsert)[]): Promise<void> {
  for (let first = 0; first < rows.length; first += BATCH)
    await transaction
      .insert(pastWeatherDays)
      .values(rows.slice(first, first + BATCH))
      .onConflictDoUpdate({
        target: [pastWeatherDays.farmId, pastWeatherDays.date],
        set: { ...INPUTS, source: sql`excluded.source` },
      });
}

/**
 * Gives days of an import their former values. Days that have other values than the import gave them stay. Returns the
 * first day that changes, and the dates that stay.
 */
export async function takeBackPastDays(
  transaction: Database,
  { farmId, days }: WrittenPast,
): Promise<{ from: FarmDay | undefined; kept: FarmDay[] }> {
  const rows = await transaction
    .select()
    .from(pastWeatherDays)
    .where(
      and(
        eq(pastWeatherDays.farmId, farmId),
        anyOf(
          pastWeatherDays.date,
          days.map(({ after }) => after.date),
        ),
      ),
    )
    .for("update");
  const stored = new Map(rows.map((row) => [row.date, row] as const));
  const isOwn = ({ after }: WrittenPast["days"][number]) => {
    const row = stored.get(after.date);
    return row?.source === after.source && INPUT_NAMES.every((input) => (after[input] ?? null) === row[input]);
  };
  const own = days.filter(isOwn);
  const added = own.flatMap(({ before, after }) => (before === null ? after.date : []));
  await transaction
    .delete(pastWeatherDays)
    .where(and(eq(pastWeatherDays.farmId, farmId), anyOf(pastWeatherDays.date, added)));
  await writeDays(
    transaction,
    own.flatMap(({ before }) => (before === null ? [] : { ...before, farmId })),
  );
  const [from] = own.map(({ after }) => after.date).sort();
  return { from, kept: days.flatMap((day) => (isOwn(day) ? [] : day.after.date)) };
}

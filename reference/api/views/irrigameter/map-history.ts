import { addDays, farmDay, farmDays } from "@lamina/shared/core/farm-time";
import { round } from "@lamina/shared/core/units";
import type { MapHistory } from "@lamina/shared/views/irrigameter";
import { and, between, eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Caller } from "../../http/caller.ts";
import { loadRainSensors } from "../../irrigation/sites/gauges.ts";
import { pivotSectors } from "../../schema/farms.ts";
import { balances } from "../../schema/irrigation.ts";
import type { ViewSources } from "./sources.ts";
import { loadHoldings } from "./store.ts";

/** Days of the history. Yesterday is the last one, because the balance of a day is computed after it ends. */
const HISTORY_DAYS = 30;

/** Status and applied water of each sector and rain of each gauge, day by day. */
export async function mapHistory(
  { database, clock, telemetry }: Pick<ViewSources, "telemetry"> & Pick<Context, "database" | "clock">,
  caller: Caller,
  clientId: string,
): Promise<MapHistory> {
  const { farms, pivots } = await loadHoldings(database, caller, clientId);
  const now = clock.now().getTime();
  const today =
    farms
      .map(({ timezone }) => farmDay(now, timezone))
      .sort()
      .at(-1) ?? farmDay(now, "UTC");
  const [first, last] = [addDays(today, -HISTORY_DAYS), addDays(today, -1)];
  const days = farmDays(first, last);
  const rows = await database
    .select({
      sectorId: balances.sectorId,
      date: balances.date,
      status: balances.status,
      appliedMm: balances.irrGross,
    })
    .from(balances)
    .innerJoin(pivotSectors, eq(pivotSectors._id, balances.sectorId))
    .where(
      and(
        anyOf(
          pivotSectors.pivotId,
          pivots.map(({ _id }) => _id),
        ),
        between(balances.date, first, last),
      ),
    );
  const gauges = await loadRainSensors(
    database,
    farms.map(({ _id }) => _id),
  );
  const rain = await telemetry.dayAggregates(
    gauges.map(({ _id }) => _id),
    first,
    last,
  );
  const ofGauge = Map.groupBy(rain, ({ sensorId }) => sensorId);
  return {
    days,
    sectors: [...Map.groupBy(rows, ({ sectorId }) => sectorId)].map(([sectorId, own]) => {
      const byDay = new Map(own.map((row) => [row.date, row]));
      return {
        sectorId,
        status: days.map((day) => byDay.get(day)?.status ?? null),
        appliedMm: days.map((day) => {
          const mm = byDay.get(day)?.appliedMm;
          return mm === undefined ? null : round(mm, 1);
        }),
      };
    }),
    rain: gauges.map(({ _id, deviceId }) => {
      const byDay = new Map((ofGauge.get(_id) ?? []).map(({ day, sum }) => [day, round(sum, 1)]));
      return { deviceId, mm: days.map((day) => byDay.get(day) ?? null) };
    }),
  };
}

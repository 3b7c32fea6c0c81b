import type { ReadSet } from "@lamina/shared/doors/gateway";
import { and, asc, eq, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../core/database/open.ts";
import { farms, pivotSectors, pivots } from "../../schema/farms.ts";
import { waterings } from "../../schema/irrigation.ts";
import { devices, readingDays, sensors } from "../../schema/telemetry.ts";
import { rains, weatherDays } from "../../schema/weather.ts";

/** A page of a set: of a client or a farm, of days, and after the last row of the page before. */
interface PageQuestion {
  clientId: string;
  farmId: string | null;
  from: string;
  to: string;
  after: string;
  limit: number;
}

/** A row with its key, by which the set is in order; the other fields are the columns. */
export type SetRow = Readonly<Record<string, string | number | null>> & { key: string };

type Read = (database: Database, question: PageQuestion) => Promise<SetRow[]>;

/** Rows after a key, which is the day and the id of a record. */
const after = (day: SQL, id: PgColumn | SQL, key: string) => sql`${keyOf(day, id)} > ${key}`;
const keyOf = (day: SQL, id: PgColumn | SQL) => sql<string>`(${day}::text || '~' || ${id}::text)`;
const farmOf = ({ farmId }: PageQuestion) => (farmId === null ? undefined : eq(farms._id, farmId));

/** The sets that a key reads, each in the order of its days. */
export const sets: Readonly<Record<ReadSet, Read>> = {
  async weather(database, question) {
    const { clientId, from, to, limit } = question;
    const key = keyOf(sql`${weatherDays.date}`, farms._id);
    const { date, tMax, tMin, rhMax, rhMin, wind2m, rad, rain, rainState, eto } = weatherDays;
    return database
      .select({ key, date, farm: farms.name, tMax, tMin, rhMax, rhMin, wind2m, rad, rain, rainState, eto })
      .from(weatherDays)
      .innerJoin(farms, eq(farms._id, weatherDays.farmId))
      .where(
        and(
          eq(farms.clientId, clientId),
          farmOf(question),
          gte(date, from),
          lte(date, to),
          after(sql`${date}`, farms._id, question.after),
        ),
      )
      .orderBy(asc(key))
      .limit(limit);
  },

  async waterings(database, question) {
    const { clientId, from, to, limit } = question;
    const day = sql`(${waterings.start} at time zone ${farms.timezone})::date`;
    const key = keyOf(day, waterings._id);
    return database
      .select({
        key,
        date: sql<string>`${day}::text`,
        start: sql<string>`to_char(${waterings.start} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        farm: farms.name,
        pivot: pivots.name,
        sector: pivotSectors.name,
        grossMm: waterings.grossMm,
        netMm: waterings.netMm,
        percent: waterings.percent,
        hours: waterings.hours,
        volumeM3: waterings.volumeM3,
        source: waterings.source,
      })
      .from(waterings)
      .innerJoin(pivotSectors, eq(pivotSectors._id, waterings.sectorId))
      .innerJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .innerJoin(farms, eq(farms._id, pivots.farmId))
      .where(
        and(
          eq(waterings.clientId, clientId),
          eq(waterings.active, true),
          farmOf(question),
          // Two days more, so that the index finds the farm-days of any zone.
          sql`${waterings.start} between ${from}::date - 2 and ${to}::date + 2`,
          sql`${day} between ${from}::date and ${to}::date`,
          after(day, waterings._id, question.after),
        ),
      )
      .orderBy(asc(key))
      .limit(limit);
  },

  async rains(database, question) {
    const { clientId, from, to, limit } = question;
    const key = keyOf(sql`${rains.date}`, rains._id);
    return database
      .select({
        key,
        date: rains.date,
        farm: farms.name,
        sector: pivotSectors.name,
        mm: rains.mm,
        source: rains.source,
      })
      .from(rains)
      .leftJoin(pivotSectors, eq(pivotSectors._id, rains.sectorId))
      .leftJoin(pivots, eq(pivots._id, pivotSectors.pivotId))
      .leftJoin(farms, or(eq(farms._id, rains.farmId), and(isNull(rains.farmId), eq(farms._id, pivots.farmId))))
      .where(
        and(
          eq(rains.clientId, clientId),
          eq(rains.active, true),
          farmOf(question),
          gte(rains.date, from),
          lte(rains.date, to),
          after(sql`${rains.date}`, rains._id, question.after),
        ),
      )
      .orderBy(asc(key))
      .limit(limit);
  },

  async readings(database, question) {
    const { clientId, from, to, limit } = question;
    const { day, count, sum, min, max } = readingDays;
    const key = keyOf(sql`${day}`, sensors._id);
    const { calibA: a, calibB: b, variable, unit, depthCm } = sensors;
    const value = (raw: PgColumn | SQL) => sql<number>`${a} + ${b} * ${raw}`;
    return database
      .select({
        key,
        date: day,
        farm: farms.name,
        device: devices.serial,
        variable,
        depthCm,
        unit,
        count,
        mean: value(sql`${sum} / ${count}`),
        min: sql<number>`least(${value(min)}, ${value(max)})`,
        max: sql<number>`greatest(${value(min)}, ${value(max)})`,
        // Of amounts and running totals.
        sum: sql<number | null>`case when ${variable} in ('rain', 'rainTotal', 'flowTotal', 'energyTotal', 'hourMeter')
          then ${a} * ${count} + ${b} * ${sum} end`,
      })
      .from(readingDays)
      .innerJoin(sensors, eq(sensors.number, readingDays.sensor))
      .innerJoin(devices, eq(devices._id, sensors.deviceId))
      .innerJoin(farms, eq(farms._id, devices.farmId))
      .where(
        and(
          eq(devices.clientId, clientId),
          farmOf(question),
          gte(day, from),
          lte(day, to),
          // The mean of directions is none of their numbers.
          sql`${variable} <> 'windDir'`,
          after(sql`${day}`, sensors._id, question.after),
        ),
      )
      .orderBy(asc(key))
      .limit(limit);
  },
};

import { systemArea } from "@lamina/agronomy/machine/system";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import { depthMm } from "@lamina/shared/core/units";
import type { ConsumptionReport, ConsumptionRow } from "@lamina/shared/views/report";
import { and, asc, eq } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { ofFarms } from "../../farms/sector-filter.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import { daysOfMonth } from "../../irrigation/water-use/permit-use.ts";
import {
  hoursOf,
  type KnownBy,
  type Permit,
  type Pumping,
  permitsUse,
  tariffSplitter,
  type UseScope,
  type UseSources,
  waterBetween,
} from "../../irrigation/water-use/service.ts";
import { farms, pivots } from "../../schema/farms.ts";

interface System {
  pivot: typeof pivots.$inferSelect;
  farm: typeof farms.$inferSelect;
}

/** Consumo de água of a client between two days, ends included: month × system, and the use of its permits. */
export async function consumptionReport(
  { database, clock, telemetry }: Pick<Context, "database" | "clock"> & UseSources,
  clientId: string,
  farmIds: readonly string[],
  days: { from: FarmDay; to: FarmDay },
): Promise<ConsumptionReport> {
  const now = clock.now();
  const scope: UseScope = { clientIds: [clientId], farmIds };
  const { pumping, recorded } = await waterBetween({ database, telemetry }, scope, days, now);
  const systems = await loadSystems(database, scope);
  const settings = (await clientSettings(database, [clientId])).get(clientId);
  const price = pricing(settings?.tariff ?? []);
  const [pumped, written] = [byMonth(pumping), byMonth(recorded)];
  // A month with records only also has a row, so that the page shows both where a meter counted nothing.
  const rows = [...new Set([...pumped.keys(), ...written.keys()])]
    .flatMap((key) => {
      const [month = "", pivotId = ""] = key.split(" ");
      const system = systems.get(pivotId);
      const own = { month, group: pumped.get(key) ?? [], recorded: written.get(key) ?? [] };
      return system ? [consumptionRow(system, own, price)] : [];
    })
    .sort(
      (one, other) =>
        compare(one.month, other.month) ||
        compare(one.farmName, other.farmName) ||
        compare(one.pivotName, other.pivotName),
    );
  const permits = (await permitsUse(database, scope, pumping, now)).flatMap(permitRows);
  return { generatedAt: now.toISOString(), year: Number(days.from.slice(0, 4)), rows, permits };
}

const compare = (one: string, other: string) => one.localeCompare(other, "pt-BR");

const byMonth = (pumping: readonly Pumping[]) =>
  Map.groupBy(pumping, ({ day, pivotId }) => `${day.slice(0, 7)} ${pivotId}`);

/** Water of a system in a month: as it counts, and as recorded by waterings. */
interface MonthOfWater {
  month: string;
  group: readonly Pumping[];
  recorded: readonly Pumping[];
}

type Pricing = ReturnType<typeof pricing>;

/** Cost of a pump's hours, by kind of tariff window; null when the client has no tariff. An hour without a window is free. */
function pricing(windows: Parameters<typeof tariffSplitter>[0]) {
  const split = tariffSplitter(windows);
  return (group: readonly Pumping[], kw: number, timezone: string) => {
    if (windows.length === 0) return null;
    const brl = { peak: 0, offpeak: 0, reserved: 0 };
    for (const { from, to } of group)
      for (const { kind, hours, brlKwh } of split(from, to, timezone)) brl[kind] += hours * kw * (brlKwh ?? 0);
    return brl;
  };
}

function consumptionRow(
  { pivot, farm }: System,
  { month, group, recorded }: MonthOfWater,
  price: Pricing,
): ConsumptionRow {
  const areaHa = systemArea(pivot);
  const m3 = sum(group, ({ m3 }) => m3);
  const hours = sum(group, hoursOf);
  const mm = areaHa > 0 ? depthMm(m3, areaHa) : 0;
  const kwh = pivot.pumpKw === null ? null : hours * pivot.pumpKw;
  const brl = pivot.pumpKw === null ? null : price(group, pivot.pumpKw, farm.timezone);
  const brlTotal = brl && brl.peak + brl.offpeak + brl.reserved;
  const knownBy = mainSource(group);
  return {
    month,
    pivotId: pivot._id,
    pivotName: pivot.name,
    farmId: farm._id,
    farmName: farm.name,
    mm,
    m3,
    m3Ha: per(m3, areaHa),
    hours,
    flowM3h: per(m3, hours),
    kwh,
    kwhMm: kwh === null ? null : per(kwh, mm),
    brl,
    brlTotal,
    brlHa: brlTotal === null ? null : per(brlTotal, areaHa),
    origin: knownBy === "hours" ? "estimated" : "measured",
    knownBy,
    sources: {
      meterM3: volumeBy(group, "meter"),
      panelM3: volumeBy(group, "panel"),
      hoursM3: volumeBy(group, "hours"),
    },
    recordedM3: sum(recorded, (piece) => piece.m3),
  };
}

const volumeBy = (group: readonly Pumping[], by: KnownBy) => sum(group, (piece) => (piece.by === by ? piece.m3 : 0));

/** How the greatest part of some water is known; it is used for the whole. */
function mainSource(group: readonly Pumping[]): KnownBy {
  const m3 = (by: KnownBy) => volumeBy(group, by);
  const sources: KnownBy[] = ["hours", "panel", "meter"];
  return sources.reduce((best, by) => (m3(by) > m3(best) ? by : best));
}

function permitRows({ permit, farm, pivotIds, months }: Permit): ConsumptionReport["permits"] {
  return months.map(({ month, usedM3, projectedM3, maxHoursDay, daysUsed }) => ({
    permitId: permit._id,
    number: permit.number,
    farmId: farm._id,
    farmName: farm.name,
    pivotIds: [...pivotIds],
    month,
    usedM3,
    limitM3: permit.m3Month,
    usedPct: percent(usedM3, permit.m3Month),
    projectedM3,
    projectedPct: projectedM3 === null ? null : percent(projectedM3, permit.m3Month),
    maxHoursDay,
    limitHoursDay: permit.hoursDay,
    daysUsed,
    // A permit of 31 days is one of 30 in a month of 30.
    limitDays: permit.daysMonth === null ? null : Math.min(permit.daysMonth, daysOfMonth(`${month}-01`)),
  }));
}

async function loadSystems(database: Database, { clientIds, farmIds = [] }: UseScope): Promise<Map<string, System>> {
  const rows = await database
    .select({ pivot: pivots, farm: farms })
    .from(pivots)
    .innerJoin(farms, eq(farms._id, pivots.farmId))
    .where(and(anyOf(pivots.clientId, clientIds), ofFarms(farms._id, farmIds)))
    .orderBy(asc(farms.name), asc(pivots.name), asc(pivots._id));
  return new Map(rows.map((row) => [row.pivot._id, row] as const));
}

const per = (amount: number, parts: number) => (parts > 0 ? amount / parts : null);
/** For a permit of zero, any use is 100 %. */
const percent = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : part > 0 ? 100 : 0);

function sum<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}

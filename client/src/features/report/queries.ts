import { views } from "@lamina/shared/calls/views";
import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { Client } from "@lamina/shared/records/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type * as z from "zod";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import { text } from "./text.ts";

type Owner = Pick<Client, "_id">;

/** Changes of these records change a report. */
const MANAGEMENT = {
  entities: [
    "Balance",
    "Watering",
    "Rain",
    "Season",
    "Recommendation",
    "Pivot",
    "PivotSector",
    "Farm",
    "Soil",
    "OutOfService",
  ],
};

/**
 * Manejo da irrigação of all of a client's sectors, first and last day included: totals without their days, in as many
 * pages as there are. Farm, pivot and season are filtered on the page. The key is the period's key, which stays the
 * same when the period moves on; the answer has its own days.
 */
export function managementQuery({ _id }: Owner, key: string, from: FarmDay, to: FarmDay) {
  return queryOptions({
    queryKey: [_id, "report", "management", key],
    queryFn: ({ signal }) => logFailure(text.loadFailed, allPages({ ID: _id, from, to, rows: "none" }, signal)),
    placeholderData: keepPreviousData,
    meta: MANAGEMENT,
  });
}

async function allPages(query: z.input<typeof views.managementReport.query>, signal: AbortSignal) {
  const first = await call(views.managementReport, { query, signal });
  const sectors = [...first.sectors];
  for (let after = first.next; after; ) {
    const page = await call(views.managementReport, { query: { ...query, after }, signal });
    sectors.push(...page.sectors);
    after = page.next;
  }
  return { ...first, sectors };
}

/** The days of a period: of one sector, or of all when they are few. */
export function daysQuery({ _id }: Owner, sectorId: string | null, { from, to }: { from: FarmDay; to: FarmDay }) {
  return queryOptions({
    queryKey: [_id, "report", "days", sectorId, from, to],
    queryFn: ({ signal }) => {
      const query = { ID: _id, from, to, ...(sectorId !== null && { sectorId }) };
      return logFailure(text.loadFailed, allPages(query, signal));
    },
    meta: MANAGEMENT,
  });
}

/** The totals of a pivot's sections between two days, with its energy; without energy from an API that only has years. */
export function seasonDaysQuery(
  { _id }: Owner,
  { pivotId, from, to }: { pivotId: string; from: FarmDay; to: FarmDay },
) {
  return queryOptions({
    queryKey: [_id, "report", "season-days", pivotId, from, to],
    async queryFn({ signal }) {
      const [{ sectors }, use] = await Promise.all([
        logFailure(text.loadFailed, allPages({ ID: _id, from, to, pivotId, rows: "none" }, signal)),
        call(views.consumptionReport, { query: { ID: _id, from, to }, signal }).catch(() => null),
      ]);
      return { sections: sectors, uses: use?.rows ?? [] };
    },
    meta: MANAGEMENT,
  });
}

/** Water and energy of each pivot between two days. An API that only has years answers without. */
export function periodUseQuery({ _id }: Owner, { from, to }: { from: FarmDay; to: FarmDay }) {
  return queryOptions({
    queryKey: [_id, "report", "use", from, to],
    queryFn: ({ signal }) => call(views.consumptionReport, { query: { ID: _id, from, to }, signal }),
    meta: { entities: ["Watering", "Pivot", "Farm", "Config"] },
  });
}

/** Consumo de água of a client's year. */
export function consumptionQuery({ _id }: Owner, year: number) {
  return queryOptions({
    queryKey: [_id, "report", "consumption", year],
    queryFn: ({ signal }) =>
      logFailure(text.loadFailed, call(views.consumptionReport, { query: { ID: _id, year }, signal })),
    placeholderData: keepPreviousData,
    meta: { entities: ["Watering", "Pivot", "Farm", "Config", "WaterPermit"] },
  });
}

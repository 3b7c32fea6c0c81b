import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { wordsOfReason } from "@lamina/shared/reasons/text";
import { isOutAt } from "@lamina/shared/records/machine/out-of-service";
import { machineRun, recommendedRun } from "@lamina/shared/records/run-figures";
import { and, desc, eq, gte } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import type { Decisions } from "../../irrigation/decisions/service.ts";
import { loadOutages } from "../../irrigation/sites/out-of-service.ts";
import { balances, recommendations } from "../../schema/irrigation.ts";
import { type FarmNode, type FarmTree, irrigameterLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** How far back the first day of a status is searched. */
const LOOK_BACK_DAYS = 60;
/** A balance that ended earlier is too old. */
const FRESH_DAYS = 3;

type Row = Pick<typeof balances.$inferSelect, "sectorId" | "date" | "status" | "dr" | "raw" | "dp">;

/** Sectors in stress or excess on the last day of the balance; the days before are read for these alone. */
export async function watchBalances(database: Database, sites: FarmTree, now: Date): Promise<Observation[]> {
  const daysSince = (sectorIds: Iterable<string>, days: number): Promise<Row[]> =>
    database
      .select({
        sectorId: balances.sectorId,
        date: balances.date,
        status: balances.status,
        dr: balances.dr,
        raw: balances.raw,
        dp: balances.dp,
      })
      .from(balances)
      .where(and(anyOf(balances.sectorId, sectorIds), gte(balances.date, earliest(now, days))))
      .orderBy(balances.sectorId, desc(balances.date));
  const bySector = (rows: readonly Row[]) => Map.groupBy(rows, ({ sectorId }) => sectorId);
  const recent = bySector(await daysSince(sites.sectors.keys(), FRESH_DAYS));
  const watched = [...recent].filter(([, [last]]) => last?.status === "stress" || last?.status === "excess");
  if (watched.length === 0) return [];
  const ids = watched.map(([sectorId]) => sectorId);
  return [...bySector(await daysSince(ids, LOOK_BACK_DAYS))].flatMap(([sectorId, days]) => {
    const site = sites.sectors.get(sectorId);
    const last = days[0];
    if (site === undefined || last === undefined) return [];
    const changed = days.findIndex(({ status }) => status !== last.status);
    const since = changed < 0 ? null : (days[changed - 1]?.date ?? null);
    return sectorObservation(site, last, since, () => waitOf(database, sectorId));
  });
}

/** A decision to wait, and the depth that it saves. */
interface Wait {
  until: string;
  otherwiseMm: number;
}

/** The wait that is a sector's newest recommendation. */
async function waitOf(database: Database, sectorId: string): Promise<Wait | undefined> {
  const [newest] = await database
    .select({ recommendation: recommendations.recommendation })
    .from(recommendations)
    .where(eq(recommendations.sectorId, sectorId))
    .orderBy(desc(recommendations.date))
    .limit(1);
  const { action, waitUntil: until, otherwiseMm } = newest?.recommendation ?? {};
  return action === "wait" && until && otherwiseMm ? { until, otherwiseMm } : undefined;
}

/** @param since first day of the status; null when it began before the searched days */
function sectorObservation(
  site: FarmNode,
  { status, dr, raw, dp, date }: Row,
  since: string | null,
  wait: () => Promise<Wait | undefined>,
): Observation[] {
  const about = { place: placeOf(site), timezone: site.timezone, link: irrigameterLink(site) };
  if (status === "stress") {
    const message = async () => text.stress(site.name, since, { dr, raw }, await wait());
    return [{ ...about, types: ["stress"], subject: site._id, since, message }];
  }
  if (status === "excess") {
    const message = () => text.excess(site.name, date, dp);
    return [{ ...about, types: ["excess"], subject: site._id, since, message }];
  }
  return [];
}

/**
 * Pivots that today's recommendation irrigates and that are not out of service, with all of their sectors in one alert. A new alert has the figures of
 * the card: the plan is asked for them only then.
 */
export async function watchRecommendations(
  { database, decisions }: { database: Database; decisions: Pick<Decisions, "overview"> },
  sites: FarmTree,
  now: Date,
): Promise<Observation[]> {
  const rows = await database
    .select()
    .from(recommendations)
    .where(and(anyOf(recommendations.sectorId, sites.sectors.keys()), gte(recommendations.date, earliest(now, 1))));
  const outages = await loadOutages(database, sites.farms.keys(), now);
  const isOut = (pivotId: string) => outages.get(pivotId)?.some((out) => isOutAt(out, now.getTime())) ?? false;
  const today = rows.flatMap(({ sectorId, date, recommendation }) => {
    const site = sites.sectors.get(sectorId);
    const pivot = sites.pivots.get(site?.pivotId ?? "");
    if (site === undefined || pivot === undefined || recommendation.action !== "irrigate" || isOut(pivot._id))
      return [];
    return date === farmDay(now.getTime(), site.timezone) ? [{ ...recommendation, site, pivot }] : [];
  });
  let shown: ReturnType<Decisions["overview"]> | undefined;
  const machines = () => {
    shown ??= decisions.overview({ sectorIds: today.map(({ sectorId }) => sectorId) });
    // Without the plan an alert has the figures of the decision; other alerts must not wait for it.
    return shown.then((overview) => overview.machines).catch(() => undefined);
  };
  return [...Map.groupBy(today, ({ pivot }) => pivot)].flatMap(([pivot, wanting]) => {
    const [first] = wanting;
    if (first === undefined) return [];
    const where = wanting.length === 1 ? first.site.name : text.sectors(pivot.name, wanting.length);
    return {
      types: ["irrigate-today"],
      // A new alert each day.
      subject: `${pivot._id}:${first.date}`,
      since: first.date,
      place: placeOf(pivot),
      timezone: pivot.timezone,
      async message() {
        const days = await machines();
        if (days === undefined)
          return text.irrigateToday(where, machineRun(wanting.flatMap((own) => recommendedRun(own) ?? [])));
        const day = days.find(({ pivotId }) => pivotId === pivot._id);
        if (day?.decision.kind !== "run") return text.irrigateToday(where, null);
        const { run, isUnderWay, isLeftOut, startAt, table } = day.decision;
        return text.irrigateToday(where, run, {
          isRunning: isUnderWay,
          beginsLater: !isLeftOut && startAt !== null && farmDay(Date.parse(startAt), pivot.timezone) > first.date,
          hasTable: table.length > 0,
          limit: isLeftOut ? day.reasons.map(({ key }) => wordsOfReason(key).alert).find(Boolean) : undefined,
        });
      },
      link: irrigameterLink(pivot),
    } satisfies Observation;
  });
}

/** The date some days ago in the zone where it is earliest. */
const earliest = (now: Date, days: number) => addDays(farmDay(now.getTime(), "UTC"), -days);

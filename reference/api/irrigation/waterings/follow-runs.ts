import { volumeOf } from "@lamina/agronomy/machine/pivot";
import { appliesWater, followRuns, LONGEST_GAP_MS, panelReport, type WetRun } from "@lamina/agronomy/machine/wet-run";
import { farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { forEach } from "../../core/for-each.ts";
import { pivots } from "../../schema/farms.ts";
import { pivotRuns } from "../../schema/irrigation.ts";
import type { Telemetry } from "../../telemetry/service.ts";
import type { Announce } from "../sites/announce.ts";
import { loadSectors, type SectorContext, siteOn } from "../sites/sectors.ts";
import { recordRuns, runMachine } from "./record-runs.ts";
import { runsUnderWay, upsertRun } from "./run-store.ts";

/** How far back a newly followed pivot is read. */
const FIRST_LOOK_MS = 2 * DAY_MS;

/** Arbitrary number of the advisory locks of pivots. */
const RUN_LOCK = 5_648_206;

interface RunFollower {
  /** Marks a pivot with a new report. A run that begins or ends with it is followed at once, because screens show both. */
  reported(pivotId: string): Promise<void>;
  /** Takes the pivots with a new report, as the input of {@link settle}. */
  take(): string | undefined;
  /** Records completed runs: of given pivots, or of all that are under way, reported, or were never followed. */
  settle(pivotIds?: string): Promise<void>;
}

/**
 * Turns reports of panels into waterings when a run ends. Reports that arrive after newer ones are ignored.
 * @param watered called with the sectors that got another whole mm from a run in progress
 */
export function createRunFollower(
  { database, clock, events, announce }: Pick<Context, "database" | "clock" | "events"> & { announce: Announce },
  telemetry: Pick<Telemetry, "pivotHistory" | "pivotLatest">,
  watered: (sectorIds: readonly string[]) => Promise<void>,
): RunFollower {
  const reporting = new Set<string>();

  async function follow(pivotId: string): Promise<void> {
    const now = clock.now();
    const found = await loadSectors(database, { pivotIds: [pivotId] });
    const [first] = found;
    if (first === undefined) return;
    const [known] = await database.select().from(pivotRuns).where(eq(pivotRuns.pivotId, pivotId));
    const from = known?.until ?? new Date(now.getTime() - FIRST_LOOK_MS);
    // Reports arrive within minutes, so one day's calibration is that of all.
    const sites = found.map((site) => siteOn(site, farmDay(from.getTime(), site.farm.timezone)));
    const machine = runMachine(sites);
    if (machine === undefined) return;
    // Continues from the last processed report.
    const reports = await telemetry.pivotHistory(pivotId, from, new Date(now.getTime() + LONGEST_GAP_MS));
    const panel = reports.map(panelReport);
    const { ended, run } = followRuns(known?.run ?? null, panel, machine);
    const isOver = run !== null && now.getTime() - run.endAt > LONGEST_GAP_MS;
    const until = new Date(panel.at(-1)?.at ?? from.getTime());
    const { clientId } = first.sector;
    const changes = await database.transaction(async (transaction) => {
      // Another process may have followed the same reports since they were read.
      await transaction.execute(sql`select pg_advisory_xact_lock(${RUN_LOCK}, hashtext(${pivotId}))`);
      const [current] = await transaction.select().from(pivotRuns).where(eq(pivotRuns.pivotId, pivotId));
      if (current?.until.getTime() !== known?.until.getTime()) return [];
      await upsertRun(transaction, { pivotId, until, run: isOver ? null : run });
      const changed = await recordRuns(transaction, sites, isOver ? [...ended, run] : ended, now);
      return events.emitWithin(transaction, "record", changed);
    });
    if (run !== null) await watered(grown(known?.run ?? null, run, sites));
    await announce(changes);
    const isUnderWay = run !== null && !isOver;
    if (isUnderWay === ((known?.run ?? null) !== null)) return;
    // The plan has a run more, or one less.
    await events.emit("recommendation", { clientId, sectorIds: sites.map(({ sector }) => sector._id) });
  }

  /** Whether the last report of a pivot begins or ends a run. */
  async function hasTurned(pivotId: string): Promise<boolean> {
    const [latest, runs] = await Promise.all([telemetry.pivotLatest([pivotId]), runsUnderWay(database, [pivotId])]);
    const status = latest.get(pivotId);
    return status !== undefined && appliesWater(status) !== runs.has(pivotId);
  }

  return {
    async reported(pivotId) {
      reporting.add(pivotId);
      if (!(await hasTurned(pivotId))) return;
      await follow(pivotId);
      reporting.delete(pivotId);
    },
    take() {
      const pivotIds = [...reporting];
      reporting.clear();
      return pivotIds.length > 0 ? JSON.stringify(pivotIds) : undefined;
    },
    async settle(pivotIds) {
      if (pivotIds !== undefined) return forEach<string>(JSON.parse(pivotIds), follow);
      // No event announced the reports of an imported history, whose last run may be in progress.
      const open = await database
        .select({ pivotId: pivots._id })
        .from(pivots)
        .leftJoin(pivotRuns, eq(pivotRuns.pivotId, pivots._id))
        .where(or(isNull(pivotRuns.pivotId), isNotNull(pivotRuns.run)));
      await forEach(new Set([...reporting, ...open.map((row) => row.pivotId)]), async (pivotId) => {
        await follow(pivotId);
        reporting.delete(pivotId);
      });
    },
  };
}

/** Sectors that got another whole mm of water since the last call. */
function grown(before: WetRun | null, run: WetRun, sites: readonly SectorContext[]): string[] {
  return sites
    .filter(({ sector, areaHa }) => {
      const depth = (of: WetRun | null) => Math.floor((of?.sectors[sector._id]?.volumeM3 ?? 0) / volumeOf(1, areaHa));
      return depth(run) > depth(before);
    })
    .map(({ sector }) => sector._id);
}

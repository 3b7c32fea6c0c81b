import { netDepth, volumeOf } from "@lamina/agronomy/machine/pivot";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Database } from "../../api/core/database/open.ts";
import { waterings } from "../../api/schema/irrigation.ts";
import type { KnownApplication } from "./world/farm-world.ts";
import type { FarmLayout } from "./world/layout.ts";

type Watering = typeof waterings.$inferSelect;

const ROWS_AT_ONCE = 500;

/** Which of the applications are recorded here. */
export type Recorder = "everything" | "what no panel reports";

/**
 * Records applications once each. A panel's reports become waterings by themselves while telemetry follows them;
 * earlier ones, and those of systems without a panel, are recorded here. Secret ones are not recorded.
 */
export async function recordWaterings(
  database: Database,
  layouts: readonly FarmLayout[],
  applications: readonly KnownApplication[],
  recorder: Recorder,
): Promise<Watering[]> {
  const sites = layouts.flatMap(({ systems }) => systems.flatMap((system) => system.sites));
  const siteOf = new Map(sites.map((site) => [site.sector._id, site] as const));
  const rows = applications.flatMap((application): (typeof waterings.$inferInsert)[] => {
    const { sectorId, start, end, grossMm, percent, isSecret, reason } = application;
    const site = siteOf.get(sectorId);
    if (site === undefined || isSecret) return [];
    const isReported = site.machine.panel !== undefined && reason === "irrigation";
    if (isReported && recorder === "what no panel reports") return [];
    return [
      {
        _id: `${sectorId}-${start}`,
        clientId: site.sector.clientId,
        createdAt: new Date(end),
        updatedAt: new Date(end),
        sectorId,
        start: new Date(start),
        end: new Date(end),
        grossMm,
        netMm: netDepth(grossMm, site.machine.efficiencyPct),
        percent,
        hours: (end - start) / HOUR_MS,
        volumeM3: volumeOf(grossMm, site.areaHa),
        reason: reason === "preplant" ? "Irrigação de plantio" : null,
        source: isReported ? "telemetry" : "manual",
        measured: isReported,
      },
    ];
  });
  const added: Watering[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    added.push(...(await database.insert(waterings).values(part).onConflictDoNothing().returning()));
  }
  return added;
}

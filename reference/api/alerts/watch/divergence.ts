import { farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Decisions } from "../../irrigation/decisions/service.ts";
import { type FarmNode, type FarmTree, irrigameterLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** Comparing balance and probes is expensive and both change slowly, so a result is reused for this long. */
const HELD_MS = 10 * MINUTE_MS;

type Source = Pick<Decisions, "states" | "sensorSummaries">;

/** The observations, and of clients with a reused result the moment of the next one (ms since the epoch). */
type DivergenceWatch = (
  sites: FarmTree,
  now: Date,
) => Promise<{ observations: Observation[]; nextAt: ReadonlyMap<string, number> }>;

/** Sectors with a difference between the calculated and the measured depletion, in % of CAD. */
export function createDivergenceWatch(decisions: Source): DivergenceWatch {
  const held = new Map<string, { until: number; observations: Observation[] }>();
  return async (sites, now) => {
    const due = sites.clientIds.filter((clientId) => now.getTime() >= (held.get(clientId)?.until ?? 0));
    const sectors = [...sites.sectors.values()].filter(({ clientId }) => due.includes(clientId));
    const found = Map.groupBy(await compare(decisions, sectors, now), ({ place }) => place.clientId);
    for (const clientId of due)
      held.set(clientId, { until: now.getTime() + HELD_MS, observations: found.get(clientId) ?? [] });
    // A client without a comparison waits for the readings or balances that allow one.
    const reused = sites.clientIds.filter(
      (clientId) => !due.includes(clientId) && held.get(clientId)?.observations.length,
    );
    return {
      observations: sites.clientIds.flatMap((clientId) => held.get(clientId)?.observations ?? []),
      nextAt: new Map(reused.map((clientId) => [clientId, held.get(clientId)?.until ?? 0] as const)),
    };
  };
}

async function compare(decisions: Source, sectors: readonly FarmNode[], now: Date): Promise<Observation[]> {
  if (sectors.length === 0) return [];
  const sites = new Map(sectors.map((site) => [site._id, site] as const));
  const states = await decisions.states({ sectorIds: [...sites.keys()] });
  const known = states.filter(({ fresh }) => fresh);
  const summaries = await decisions.sensorSummaries(known);
  return known.flatMap(({ site: { sector }, last, drNow, settings }): Observation[] => {
    const site = sites.get(sector._id);
    const measured = (summaries.get(sector._id) ?? []).flatMap(({ drMm }) => drMm ?? []);
    if (site === undefined || last === undefined || measured.length === 0) return [];
    const mean = measured.reduce((sum, dr) => sum + dr, 0) / measured.length;
    return [
      {
        types: ["balance-diverges"],
        subject: sector._id,
        since: farmDay(now.getTime(), site.timezone),
        place: placeOf(site),
        timezone: site.timezone,
        value: (Math.abs(mean - drNow) / last.taw) * 100,
        limit: settings.statusMargins.differencePct,
        message: () => text.diverges(site.name, drNow, mean),
        link: irrigameterLink(site, "sensor"),
      },
    ];
  });
}

import { farmDay, startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Database } from "../../core/database/open.ts";
import type { FarmPermit } from "../../irrigation/decisions/plan/plan-question.ts";
import type { Irrigation } from "../../irrigation/service.ts";
import { runsUnderWay } from "../../irrigation/waterings/run-store.ts";
import { latestStatuses } from "../../telemetry/store/pivot-store.ts";
import { type FarmTree, irrigameterLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { NEWS_MS } from "./stops.ts";
import { text } from "./text.ts";

type Sources = { database: Database } & Pick<Irrigation, "monthUses" | "permitLimits">;

/** The end of a permit for a machine that runs, ms since the epoch. */
interface PermitEnd {
  at: number;
  by: keyof typeof text.permitEnds;
}

/**
 * When the permits of each machine that waters end: minutes since then, negative before. A permit that had ended before
 * the run began is none of these, because a person started the machine nevertheless.
 */
export async function watchPermitEnds(
  { database, monthUses, permitLimits }: Sources,
  { clientIds, pivots }: FarmTree,
  now: Date,
): Promise<Observation[]> {
  const ids = [...pivots.keys()];
  const statuses = await latestStatuses(database, ids);
  const waters = (id: string) => {
    const status = statuses.get(id);
    return status?.running && status.wet && now.getTime() - Date.parse(status.date) <= NEWS_MS;
  };
  const runs = new Map([...(await runsUnderWay(database, ids))].filter(([id]) => waters(id)));
  if (runs.size === 0) return [];
  const owners = new Map([...runs.keys()].flatMap((id) => ownerOf(pivots.get(id))));
  const spans = new Map([...runs].map(([id, { startAt }]) => [id, { from: startAt, to: now.getTime() }] as const));
  const { permits, recorded } = await permitLimits(owners, now, spans);
  const uses = await Promise.all(clientIds.map((clientId) => monthUses.of(clientId, now)));
  const numbers = new Map(uses.flatMap((use) => use.permits.map(({ permit }) => [permit._id, permit.number] as const)));
  const flows = new Map(uses.flatMap((use) => use.systems.map(({ _id, flowM3h }) => [_id, flowM3h] as const)));
  return permits.flatMap((permit) => {
    const running = permit.pivotIds.filter((id) => runs.has(id));
    const flowM3h = running.reduce((sum, id) => sum + (flows.get(id) ?? 0), 0);
    const before = recorded.find(({ id }) => id === permit.id) ?? permit;
    return running.flatMap((id): Observation[] => {
      const [site, run] = [pivots.get(id), runs.get(id)];
      if (site === undefined || run === undefined) return [];
      const end = endOf(permit, before, { flowM3h, now: now.getTime(), timezone: site.timezone });
      if (end === undefined || end.at <= run.startAt) return [];
      return [
        {
          types: ["permit-ended"],
          subject: `${permit.id}:${id}`,
          since: new Date(end.at).toISOString(),
          place: placeOf(site),
          timezone: site.timezone,
          value: (now.getTime() - end.at) / MINUTE_MS,
          limit: 0,
          message: () => text.permitEnded(site.name, text.permitEnds[end.by], numbers.get(permit.id) ?? ""),
          link: irrigameterLink(site),
          changesAt: (minutes = 0) => end.at + minutes * MINUTE_MS,
        },
      ];
    });
  });
}

const ownerOf = (site: { farmId: string; clientId: string } | undefined) =>
  site ? [[site.farmId, site.clientId] as const] : [];

/** The first end of a permit while its machines run on, at a flow in m³/h of all of them. `before`: without the runs in progress. */
function endOf(
  permit: FarmPermit,
  before: FarmPermit,
  { flowM3h, now, timezone }: { flowM3h: number; now: number; timezone: string },
): PermitEnd | undefined {
  const midnight = startOfFarmDay(farmDay(now, timezone), timezone);
  const { endsMinute, hoursDay, hoursUsedToday = 0, m3Left, daysLeft, nextMonth } = permit;
  const ends: PermitEnd[] = [];
  if (endsMinute !== undefined) ends.push({ at: midnight + endsMinute * MINUTE_MS, by: "date" });
  if (hoursDay !== undefined && (before.hoursUsedToday ?? 0) < hoursDay)
    ends.push({ at: now + Math.max(0, hoursDay - hoursUsedToday) * HOUR_MS, by: "hours" });
  if (m3Left !== undefined && (before.m3Left ?? 0) > 0 && flowM3h > 0)
    ends.push({ at: now + (m3Left / flowM3h) * HOUR_MS, by: "volume" });
  // Today is a day of use, because the machine runs.
  const isLastOfMonth = nextMonth?.startMinute === DAY_MINUTES;
  if (daysLeft !== undefined && daysLeft < 0) ends.push({ at: midnight, by: "days" });
  else if (daysLeft === 0 && !isLastOfMonth) ends.push({ at: midnight + DAY_MINUTES * MINUTE_MS, by: "days" });
  return ends.sort((a, b) => a.at - b.at)[0];
}

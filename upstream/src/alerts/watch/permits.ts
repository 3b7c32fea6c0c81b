import { farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import { permitsUse, pumpingBetween, type UseSources } from "../../irrigation/water-use/service.ts";
import { type FarmTree, farmLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** The used part of each permit in the current month. */
export async function watchPermits(sources: UseSources, sites: FarmTree, now: Date): Promise<Observation[]> {
  const scope = { clientIds: sites.clientIds };
  const to = farmDay(now.getTime() + DAY_MS, "UTC");
  const pumping = await pumpingBetween(
    sources,
    scope,
    { from: `${farmDay(now.getTime() - DAY_MS, "UTC").slice(0, 7)}-01`, to },
    now,
  );
  const permits = await permitsUse(sources.database, scope, pumping, now);
  return permits.flatMap(({ permit, today, months }): Observation[] => {
    const farm = sites.farms.get(permit.farmId);
    const month = today.slice(0, 7);
    const use = months.find((candidate) => candidate.month === month);
    if (farm === undefined || use === undefined || permit.m3Month <= 0) return [];
    const usedPct = (use.usedM3 / permit.m3Month) * 100;
    return [
      {
        types: ["permit"],
        // A new alert each month.
        subject: `${permit._id}:${month}`,
        since: month,
        place: placeOf(farm),
        timezone: farm.timezone,
        value: usedPct,
        message: () => text.permit(farm.name, permit.number, { pct: usedPct, m3: use.usedM3, ofM3: permit.m3Month }),
        link: farmLink("/report/waterconsuption", farm),
      },
    ];
  });
}

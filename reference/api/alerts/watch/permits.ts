import { farmDay } from "@lamina/shared/core/farm-time";
import type { MonthUses } from "../../irrigation/water-use/month-use.ts";
import { type FarmTree, farmLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { text } from "./text.ts";

/** The used part of each permit in the current month. */
export async function watchPermits(
  monthUses: Pick<MonthUses, "of">,
  { clientIds, farms }: FarmTree,
  now: Date,
): Promise<Observation[]> {
  const uses = await Promise.all(clientIds.map((clientId) => monthUses.of(clientId, now)));
  return uses.flatMap(({ permits }) =>
    permits.flatMap(({ permit, months }): Observation[] => {
      const farm = farms.get(permit.farmId);
      if (farm === undefined || permit.m3Month <= 0) return [];
      const month = farmDay(now.getTime(), farm.timezone).slice(0, 7);
      const use = months.find((candidate) => candidate.month === month);
      if (use === undefined) return [];
      const usedPct = (use.usedM3 / permit.m3Month) * 100;
      return [
        {
          types: ["permit"],
          // A new alert each month.
          subject: `${permit._id}:${month}`,
          since: month,
          place: placeOf(farm),
          timezone: farm.timezone,
          pivotIds: permit.pivotIds,
          value: usedPct,
          message: () => text.permit(farm.name, permit.number, { pct: usedPct, m3: use.usedM3, ofM3: permit.m3Month }),
          link: farmLink("/report/waterconsuption", farm),
        },
      ];
    }),
  );
}

import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { statusKinds } from "../../../ui/feedback/status.tsx";

export type MonitorRow = SectorCard["monitors"][number];

/** The monitors of a sector, the driest first. */
export function monitorsByNeed({ monitors }: Pick<SectorCard, "monitors">): MonitorRow[] {
  return [...monitors].sort(
    (a, b) => statusKinds.indexOf(a.status) - statusKinds.indexOf(b.status) || (b.drMm ?? 0) - (a.drMm ?? 0),
  );
}

/** Depletion by the probes, mm: that of the monitor that sets the sector's status. */
export function measuredDepletion(card: Pick<SectorCard, "monitors">): number | null {
  return monitorsByNeed(card).find(({ drMm }) => drMm !== null)?.drMm ?? null;
}

/** Storage by the probes, in % of CAD. */
export function measuredStorage(card: Pick<SectorCard, "monitors" | "balance">): number | null {
  const dr = measuredDepletion(card);
  if (dr === null || !card.balance || card.balance.taw <= 0) return null;
  return Math.max(0, Math.min(100, 100 * (1 - dr / card.balance.taw)));
}

/** The direction of a trend in points a day. Below a tenth of a point it is level. */
export function trendOf(points: number | null): "up" | "down" | "level" | null {
  if (points === null) return null;
  return Math.abs(points) < 0.1 ? "level" : points > 0 ? "up" : "down";
}

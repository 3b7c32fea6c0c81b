import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { statusOrder } from "@lamina/shared/views/urgency";

export type MonitorRow = SectorCard["monitors"][number];

/** The monitors of a sector, the driest first. */
export function monitorsByNeed({ monitors }: Pick<SectorCard, "monitors">): MonitorRow[] {
  return [...monitors].sort(
    (a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status) || (b.drMm ?? 0) - (a.drMm ?? 0),
  );
}

/**
 * Depletion by the probes, mm, the same wherever it is shown: that of the question to check first, if they contradict the
 * balance, else their mean.
 */
export function measuredDepletion({ monitors, recommendation }: Measured): number | null {
  const contradiction = recommendation?.contradiction;
  if (contradiction?.by === "probe") return contradiction.measuredMm;
  const measured = monitors.flatMap(({ drMm }) => drMm ?? []);
  return measured.length === 0 ? null : measured.reduce((sum, dr) => sum + dr, 0) / measured.length;
}

type Measured = Pick<SectorCard, "monitors" | "recommendation">;

/** Storage by the probes, in % of CAD. */
export function measuredStorage(card: Measured & Pick<SectorCard, "balance">): number | null {
  const dr = measuredDepletion(card);
  if (dr === null || !card.balance || card.balance.taw <= 0) return null;
  return Math.max(0, Math.min(100, 100 * (1 - dr / card.balance.taw)));
}

/** The direction of a trend in points a day. Below a tenth of a point it is level. */
export function trendOf(points: number | null): "up" | "down" | "level" | null {
  if (points === null) return null;
  return Math.abs(points) < 0.1 ? "level" : points > 0 ? "up" : "down";
}

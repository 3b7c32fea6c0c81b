import { worstStatus } from "@lamina/agronomy/balance/status";
import { permitStop } from "@lamina/agronomy/plan/placement";
import { round } from "@lamina/shared/core/units";
import { isOutAt } from "@lamina/shared/records/machine/out-of-service";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import { buildMachineDay } from "@lamina/shared/views/build-machine-day";
import type { MachineDay } from "@lamina/shared/views/machine-day";
import type { Outages } from "../sites/out-of-service.ts";
import type { FarmPermit } from "./plan/plan-question.ts";
import type { FarmPlan } from "./plan/plans.ts";
import type { SectorState } from "./state/sector-state.ts";
import type { NamedSummary } from "./state/sensor-summary.ts";

interface Decided {
  /** With the hours of the plan, by sector. */
  recommendations: ReadonlyMap<string, Recommendation>;
  summaries: ReadonlyMap<string, readonly NamedSummary[]>;
  plans: readonly FarmPlan[];
  permits: readonly FarmPermit[];
  outages: Outages;
  now: Date;
}

/** The day of each machine, from the states of its sectors. */
export function machineDays(states: readonly SectorState[], decided: Decided): MachineDay[] {
  const { recommendations, summaries, plans, permits, outages, now } = decided;
  return [...Map.groupBy(states, ({ site }) => site.pivot._id).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { pivot } = first.site;
    const plan = plans.find(({ farmId }) => farmId === pivot.farmId);
    const limits = permits.filter(({ pivotIds }) => pivotIds.includes(pivot._id));
    return buildMachineDay({
      pivot,
      date: plan?.date ?? first.today,
      sectors: own.map((state) => ({
        sectorId: state.site.sector._id,
        name: state.site.sector.name,
        status: state.status,
        sensorStatus: sensorStatusOf(state, summaries.get(state.site.sector._id) ?? []),
        drMm: depletionNow(state),
        rawMm: state.computed?.raw ?? null,
        tawMm: state.computed?.taw ?? null,
        recommendation: recommendations.get(state.site.sector._id) ?? null,
      })),
      plan,
      permitStop: permitStop(pivot.flowM3h, limits),
      outOfService: outages.get(pivot._id)?.find((out) => isOutAt(out, now.getTime())) ?? null,
    });
  });
}

export function sensorStatusOf({ season }: SectorState, monitors: readonly NamedSummary[]): NamedSummary["status"] {
  return season === undefined ? "fallow" : worstStatus(monitors.map(({ status }) => status));
}

/** Depletion now, mm, as precise as the balance's rows, because earlier rounding would give another value than the report. */
export function depletionNow({ last, drNow }: SectorState): number | null {
  return last === undefined ? null : round(drNow, 4);
}

import { type Application, applicationAt, applicationFor, DEFAULT_LEAST_MM, runHours } from "../machine/application.ts";
import { grossDepth, netDepth, volumeOf } from "../machine/pivot.ts";
import { tolerableDepletion } from "../machine/sector-speeds.ts";
import type { IrrigationRun } from "./irrigation-run.ts";
import { UNKNOWN_BRL_KWH } from "./plan-model.ts";
import { dryDaysOf, type RecommendationInput, type Worth } from "./recommendation-model.ts";
import { placeSoon } from "./recommendation-run.ts";
import { scarceBrlMm } from "./season-budget.ts";
import type { SectorNeed } from "./sector-need.ts";

/** Minimum drained water beyond the rounding of the panel, net mm. */
export const MIN_DRAINED_MM = 1;
/** Rounding of depths, mm. */
const SLACK_MM = 1e-6;
/** Minimum cost of a mm on a ha without a known pump, R$. */
const MIN_BRL_MM_HA = 1;

interface PricedApplication {
  application: Application;
  /** Of the sector's share. */
  hours: number;
  run: IrrigationRun | undefined;
  volumeM3: number;
  /** R$ per net mm of energy and water, or of what a short budget saves elsewhere with it if that is more. */
  costBrlMm: number;
  /** Net water in mm that drains below the roots on its day, or that the crop does not return before its end. */
  drainedMm: number;
  /**
   * Whether the need, alone or after the room for rain, is below the minimum for a start: the application is then that
   * minimum.
   */
  isSmall: boolean;
}

/** Minimum net depth that is worth a start, mm. Before emergence the small depths of the stage are worth one. */
export function leastNetMm({ machine, stage }: Pick<RecommendationInput, "machine" | "stage">): number {
  const least = netDepth(machine.leastMm ?? DEFAULT_LEAST_MM, machine.efficiencyPct);
  return stage?.limit === "emergence" ? Math.min(least, stage.mostNetMm) : least;
}

/**
 * The application of a sector's need: by the setting of a shared run, else the sector's own of least loss in R$. A need
 * that is not worth a start gets the minimum depth that is, if it gets any. Even at
 * 100 % the panel's passes may bring more than the soil holds. Then it takes a pass less where the deficit that this
 * leaves costs less than the water that drains, and none where the crop returns too little of it.
 */
export function chooseApplication(
  { wantedMm, roomMm, etc }: Pick<SectorNeed, "wantedMm" | "roomMm" | "etc">,
  input: RecommendationInput,
  { critical, worth }: { critical: number; worth: Worth },
): PricedApplication {
  const { machine, setting, stage, raw } = input;
  const leastMm = leastNetMm(input);
  const ofNeed = applicationFor(wantedMm, machine);
  // A lightest pass of that depth is worth a start, but not instead of the rain for which there is room.
  const grossMm = Math.max(ofNeed.grossMm, grossDepth(wantedMm, machine.efficiencyPct));
  const isSmall =
    netDepth(grossMm, machine.efficiencyPct) < leastMm - SLACK_MM || (roomMm > 0 && wantedMm < leastMm - SLACK_MM);
  const priced = (application: Application) => ({
    ...pricedApplication(application, input, critical, worth),
    isSmall,
  });
  const alone = isSmall ? applicationFor(leastMm, machine) : ofNeed;
  if (setting !== undefined && alone.netMm > 0) {
    const shared = applicationAt(setting, wantedMm, machine);
    return priced(shared.leftMm > 0 && alone.limitedBy ? { ...shared, limitedBy: alone.limitedBy } : shared);
  }
  const whole = priced(alone);
  const drains = alone.percent === 100 && whole.drainedMm >= MIN_DRAINED_MM;
  if (alone.netMm <= 0 || !(drains || (isSmall && endsUse(stage)))) return whole;
  const lossBrlMm = worth.lossBrlMmHa * machine.areaHa;
  const lossBrl = ({ application, costBrlMm, drainedMm }: PricedApplication) =>
    drainedMm * costBrlMm + Math.max(0, application.leftMm - tolerableDepletion(raw, etc)) * lossBrlMm;
  if (alone.passes > 1) {
    const fewer = priced(applicationFor(wantedMm, { ...machine, mostPasses: alone.passes - 1 }));
    if (lossBrl(fewer) < lossBrl(whole)) return fewer;
  }
  const isReturned = !endsUse(stage) || lossBrl(whole) < (alone.netMm - whole.drainedMm) * lossBrlMm;
  return isReturned ? whole : { ...priced(applicationFor(0, machine)), drainedMm: whole.drainedMm };
}

/** Whether the stage limits water because the crop does not return more of it before its end. */
export const endsUse = (stage: RecommendationInput["stage"]) =>
  stage?.limit === "maturity" || stage?.limit === "harvest";

function pricedApplication(
  application: Application,
  input: RecommendationInput,
  critical: number,
  worth: Worth,
): Omit<PricedApplication, "isSmall"> {
  const { machine, dr, stage } = input;
  const hours = runHours(application, machine);
  const run = placeSoon(input, hours, critical);
  const volumeM3 = volumeOf(application.grossMm, machine.areaHa);
  // A missing price must not change the decision.
  const energyBrl = run?.costBrl || hours * machine.pumpKw * UNKNOWN_BRL_KWH;
  const allBrl = Math.max(
    energyBrl + volumeM3 * worth.waterBrlM3,
    MIN_BRL_MM_HA * application.grossMm * machine.areaHa,
  );
  // The balance counts the crop's use of the day before what drains (FAO-56 Eq. 88).
  const heldMm = dr + (dryDaysOf(input)[0]?.etc ?? 0);
  const usefulMm = endsUse(stage) ? Math.min(heldMm, stage?.mostNetMm ?? heldMm) : heldMm;
  return {
    application,
    hours,
    run,
    volumeM3,
    costBrlMm: application.netMm > 0 ? Math.max(allBrl / application.netMm, scarceBrlMm(worth, machine)) : 0,
    drainedMm: Math.max(0, application.netMm - usefulMm),
  };
}

import { etLostByHour, hoursToCritical } from "../balance/depletion-outlook.ts";
import { needsWater } from "../balance/status.ts";
import { applicationFor, DEFAULT_LEAST_MM, hoursFor } from "../machine/application.ts";
import { efficiencyDuring } from "../machine/wind-losses.ts";
import { chooseApplication, endsUse, leastNetMm } from "./choose-application.ts";
import {
  dryDaysOf,
  type Recommendation,
  type RecommendationInput,
  type Worth,
  withoutDepth,
} from "./recommendation-model.ts";
import { depthReasons, needReasons } from "./recommendation-reasons.ts";
import { spansOf, timing } from "./recommendation-run.ts";
import { isWithoutBudget, withinBudget } from "./season-budget.ts";
import { daysUntilIrrigation, elapsedHours, sectorNeed } from "./sector-need.ts";
import { lostByWaiting, rainWorthWaiting, roomWorthWaiting, startWorthWaiting } from "./waiting.ts";

/** A smaller change of Ea is not worth a reason, points. */
const MIN_WIND_POINTS = 0.05;

/** R$ per mm and ha for an unknown crop: an ordinary grain crop. */
const DEFAULT_WORTH: Worth = { lossBrlMmHa: 15, waterBrlM3: 0 };

/**
 * The recommendation for a sector now ({@link decide}), by the Ea of the hours in which its machine alone would run where
 * the losses of the hours count.
 */
export function recommend(input: RecommendationInput): Recommendation {
  const { machine, efficiencyParts } = input;
  const result = decide(input);
  if (efficiencyParts === undefined || result.action !== "irrigate") return result;
  const efficiencyPct = efficiencyDuring(machine.efficiencyPct, efficiencyParts, spansOf(result, input.clock));
  if (machine.efficiencyPct - efficiencyPct < MIN_WIND_POINTS) return result;
  const given = decide({ ...input, machine: { ...machine, efficiencyPct } });
  if (given.action !== "irrigate") return given;
  const lost = { key: "windLoss", value: machine.efficiencyPct - efficiencyPct, unit: "%", source: "forecast" };
  return { ...given, reasons: [...given.reasons, lost] };
}

/**
 * The recommendation for a sector now, from the balance, the outlook and the machine, with its reasons as data. A rule
 * owns each answer: irrigate, wait (with days and depth), or nothing (with the days until it is asked again). Stale or
 * contradicted data never give a recommendation.
 */
function decide(input: RecommendationInput): Recommendation {
  const { dr, raw, taw, outlook, machine, stage } = input;
  if (!input.active) return withoutDepth("none", "fallow", "fallow", [{ key: "fallow", value: null, unit: "" }]);
  const worth = input.worth ?? DEFAULT_WORTH;
  // Past its curve a crop loses nothing by drought.
  const isOver = stage?.isOver === true;
  const lossBrlMm = worth.lossBrlMmHa * machine.areaHa;
  const blocker = input.blockers[0];
  if (blocker) {
    const reasons = input.blockers.map((other) => ({ ...other, value: null, unit: "" }));
    return { ...withoutDepth("nodata", "blocked", "nodata", reasons), blockedBy: blocker.key, lossBrlMm };
  }
  const whole = sectorNeed(input);
  const need = withinBudget(whole, input);
  const { status, capacity, hoursDay } = need;
  const dryDays = dryDaysOf(input);
  const nowHour = input.clock.nowMinute / 60;
  const needed = needsWater(status);
  const critical = isOver ? Number.POSITIVE_INFINITY : hoursToCritical(dr, raw, dryDays, nowHour);
  const chosen = chooseApplication(need, input, { critical, worth });
  const { application, hours, run, volumeM3, costBrlMm, drainedMm, isSmall } = chosen;
  const least = leastNetMm(input);
  const wait = { nowHour, elapsedHours: elapsedHours(application, machine, hoursDay) };
  const waitCostBrl = isOver ? 0 : Math.max(0, lostByWaiting({ dr, raw, taw }, dryDays, wait)) * lossBrlMm;
  const hoursSince = Math.max(0, Math.floor(nowHour - (input.decisionMinute ?? input.clock.nowMinute) / 60));
  const delay = { hoursSince, dr, raw, taw, dryDays, outlook, ...wait, lossBrlMm, costBrlMm, capacityMmDay: capacity };
  const asks = needed && application.netMm > 0;
  const rainWait = asks ? rainWorthWaiting({ ...delay, netMm: Math.min(dr, stage?.mostNetMm ?? dr) }) : null;
  // The setting of a shared run is already the one of least loss, and before its end the crop returns no more later.
  const mayDelay = asks && rainWait === null && input.setting === undefined && !endsUse(stage);
  const room = { roomMm: need.roomMm, roomDays: need.roomDays };
  const startWait =
    mayDelay && isSmall
      ? startWorthWaiting({ ...delay, netMm: need.wantedMm, leastNetMm: least, ...room, drainedMm })
      : null;
  const roomWait = mayDelay && !isSmall ? roomWorthWaiting({ ...delay, netMm: application.netMm, drainedMm }) : null;
  const { daysUntilNeed = daysUntilIrrigation(input, need) } = input;
  const waitDays = needed ? null : daysUntilNeed;
  const demand = Math.max(need.meanEtc, input.peakEtc ?? 0);
  const waits = rainWait ?? startWait ?? roomWait;
  // A start needs its least depth, so that less room is left for rain.
  const roomMm = isSmall && waits === null ? Math.max(0, Math.min(need.roomMm, dr - least)) : need.roomMm;
  const common = {
    hoursToCritical: critical,
    keepsUp: capacity >= demand,
    lossBrlMm,
    waitCostBrl,
    reasons: needReasons(input, need, {
      ...{ application, drainedMm, isSmall, roomMm, needed, waitDays, demand, lossBrlMm, waitCostBrl, rainWait },
      sparedMm: whole.wantedMm - need.wantedMm,
      otherWait: startWait ?? roomWait,
    }),
  };
  const nothing = (rule: Recommendation["rule"], days: number, more: Recommendation["reasons"] = []) => ({
    ...withoutDepth("none", rule, status),
    ...common,
    waitDays: days,
    reasons: [...common.reasons, ...more],
  });
  /** A wait of some days, with the depth on its day if no rain falls. */
  const waitFor = (rule: Recommendation["rule"], days: number) => {
    const use = dryDays.slice(0, days).reduce((sum, { etc }) => sum + etc, 0);
    const lost = etLostByHour({ dr, raw, taw }, dryDays, { hours: 24 * days }).at(-1) ?? 0;
    const then = dr + use - lost;
    const netMm = Math.max(least, Math.min(taw, then, stage?.mostNetMm ?? then));
    const otherwiseMm = applicationFor(netMm, machine).grossMm;
    return { ...withoutDepth("wait", rule, status), ...common, waitDays: days, rainWait, otherwiseMm };
  };

  if (isOver) return nothing("harvestPending", 1);
  if (application.limitedBy === "lightest") return nothing("panelLimit", 1);
  if (application.limitedBy === "hours") {
    const hoursOfLeast = hoursFor(machine.leastMm ?? DEFAULT_LEAST_MM, machine);
    return nothing("tooSlow", 1, [{ key: "tooSlow", value: hoursOfLeast, unit: "h", source: "machine" }]);
  }
  if (needed && hoursDay <= 0 && !machine.isHeldByPermit)
    return nothing("noHours", 1, [{ key: "noHours", value: 0, unit: "h", source: "machine" }]);
  if (!needed) {
    if (waitDays !== null) return waitFor("later", waitDays);
    const days = Math.max(1, dryDays.length);
    return nothing("enough", days, [{ key: "enough", value: days, unit: "d", source: "balance" }]);
  }
  // Each morning decides again by the rest of the budget, so no depth is promised.
  if (asks && isWithoutBudget(input)) return { ...waitFor("budget", 1), otherwiseMm: null };
  if (rainWait) return waitFor("rain", rainWait.days);
  if (startWait) return waitFor(need.roomMm > 0 ? "roomForRain" : "leastDepth", startWait.days);
  if (roomWait) return waitFor("drains", roomWait.days);
  // Only a stage whose crop does not return the water leaves a need without it.
  if (application.netMm <= 0) return nothing(`limit-${stage?.limit ?? "maturity"}`, 1);
  const { limitedBy: _, hours: hoursRev, ...depths } = application;
  return {
    ...withoutDepth("irrigate", "need", status),
    ...common,
    ...depths,
    hoursRev,
    hoursTotal: hours,
    volumeM3,
    energyKwh: hours * machine.pumpKw,
    waitDays: 0,
    reasons: [...common.reasons, ...depthReasons(application, machine, hours / hoursDay)],
    ...timing(input.clock, run, hours, machine, worth.waterBrlM3),
  };
}

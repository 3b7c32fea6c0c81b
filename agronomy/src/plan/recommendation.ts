import { etLostByHour, hoursToCritical } from "../balance/depletion-outlook.ts";
import { needsWater } from "../balance/status.ts";
import { applicationFor } from "../machine/application.ts";
import { chooseApplication, endsUse } from "./choose-application.ts";
import {
  dryDaysOf,
  type Recommendation,
  type RecommendationInput,
  type Worth,
  withoutDepth,
} from "./recommendation-model.ts";
import { depthReasons, needReasons } from "./recommendation-reasons.ts";
import { timing } from "./recommendation-run.ts";
import { daysUntilIrrigation, elapsedHours, sectorNeed } from "./sector-need.ts";
import { lostByWaiting, rainWorthWaiting, roomWorthWaiting } from "./waiting.ts";

/** R$ per mm and ha for an unknown crop: an ordinary grain crop. */
const DEFAULT_WORTH: Worth = { lossBrlMmHa: 15, waterBrlM3: 0 };

/**
 * The recommendation for a sector now, from the balance, the outlook and the machine, with its reasons as data. Stale
 * or contradicted data never give a recommendation. It waits for forecast rain, or for room for the lightest pass, when
 * that pays on average; a wait has a date and a limit.
 */
export function recommend(input: RecommendationInput): Recommendation {
  const { dr, raw, taw, outlook, machine, stage } = input;
  if (!input.active) return withoutDepth("none", "fallow", [{ key: "fallow", value: null, unit: "" }]);
  const blocker = input.blockers[0];
  if (blocker) {
    const reasons = input.blockers.map((other) => ({ ...other, value: null, unit: "" }));
    return { ...withoutDepth("nodata", "nodata", reasons), blockedBy: blocker.key };
  }
  const need = sectorNeed(input);
  const { status, capacity, hoursDay } = need;
  const dryDays = dryDaysOf(input);
  const nowHour = input.clock.nowMinute / 60;
  const worth = input.worth ?? DEFAULT_WORTH;
  const lossBrlMm = worth.lossBrlMmHa * machine.areaHa;
  const needed = needsWater(status);
  // Past its curve a crop loses nothing by drought.
  const isOver = stage?.isOver === true;
  const critical = isOver ? Number.POSITIVE_INFINITY : hoursToCritical(dr, raw, dryDays, nowHour);
  const { application, hours, run, volumeM3, costBrlMm, drainedMm } = chooseApplication(need, input, {
    critical,
    worth,
  });
  const wait = { nowHour, elapsedHours: elapsedHours(application, machine, hoursDay) };
  const waitCostBrl = isOver ? 0 : Math.max(0, lostByWaiting({ dr, raw, taw }, dryDays, wait)) * lossBrlMm;
  const delay = { dr, raw, taw, dryDays, outlook, ...wait, lossBrlMm, costBrlMm, capacityMmDay: capacity };
  const asks = needed && application.netMm > 0;
  const rainWait = asks ? rainWorthWaiting({ ...delay, netMm: Math.min(dr, stage?.mostNetMm ?? dr) }) : null;
  // The setting of a shared run is already the one of least loss, and before its end the crop returns no more later.
  const roomWait =
    asks && rainWait === null && input.setting === undefined && !endsUse(stage)
      ? roomWorthWaiting({ ...delay, netMm: application.netMm, drainedMm })
      : null;
  const { daysUntilNeed = daysUntilIrrigation(input, need) } = input;
  const waitDays = needed ? null : daysUntilNeed;
  const demand = Math.max(need.meanEtc, input.peakEtc ?? 0);
  const common = {
    status,
    hoursToCritical: critical,
    keepsUp: capacity >= demand,
    lossBrlMm,
    waitCostBrl,
    reasons: needReasons(input, need, {
      application,
      drainedMm,
      rainWait,
      roomWait,
      needed,
      waitDays,
      demand,
      lossBrlMm,
      waitCostBrl,
    }),
  };

  if (isOver) return { ...withoutDepth("none", status, []), ...common, waitDays: null };
  if (!needed || application.netMm <= 0) {
    return { ...withoutDepth(waitDays === null ? "none" : "wait", status, []), ...common, waitDays };
  }
  const waits = rainWait ?? roomWait;
  if (waits !== null) {
    const use = dryDays.slice(0, waits.days).reduce((sum, day) => sum + day.etc, 0);
    const lost = etLostByHour({ dr, raw, taw }, dryDays, { hours: 24 * waits.days }).at(-1) ?? 0;
    const then = dr + use - lost;
    const later = applicationFor(Math.min(taw, then, stage?.mostNetMm ?? then), machine);
    const rest = { waitDays: waits.days, rainWait, otherwiseMm: later.grossMm };
    return { ...withoutDepth("wait", status, []), ...common, ...rest };
  }
  const { limitedBy: _, hours: hoursRev, ...depths } = application;
  return {
    ...withoutDepth("irrigate", status, []),
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

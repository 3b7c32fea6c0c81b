import { etLostByHour, hoursToCritical } from "../balance/depletion-outlook.ts";
import { needsWater } from "../balance/status.ts";
import { type Application, applicationAt, applicationFor, runHours } from "../machine/application.ts";
import { volumeOf } from "../machine/pivot.ts";
import { type Recommendation, type RecommendationInput, type Worth, withoutDepth } from "./recommendation-model.ts";
import { depthReasons, needReasons } from "./recommendation-reasons.ts";
import { placeSoon, timing } from "./recommendation-run.ts";
import { daysUntilIrrigation, elapsedHours, sectorNeed } from "./sector-need.ts";
import { lostByWaiting, rainWorthWaiting } from "./waiting.ts";

/** Least net water that is worth starting a machine, mm. */
const LEAST_NET_MM = 1;
/** Energy without a tariff price, R$/kWh; and the least cost of a mm on a ha without a known pump, R$. */
const UNKNOWN_BRL_KWH = 0.5;
const LEAST_BRL_MM_HA = 1;
/** R$ per mm and ha for an unknown crop: an ordinary grain crop. */
const DEFAULT_WORTH: Worth = { lossBrlMmHa: 15, waterBrlM3: 0 };

/**
 * The recommendation for a sector now, from the balance, the outlook and the machine, with its reasons as data. Stale
 * or contradicted data never give a recommendation. It waits for forecast rain when that pays on average; a wait has a
 * date and a limit.
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
  const nowHour = input.clock.nowMinute / 60;
  const worth = input.worth ?? DEFAULT_WORTH;
  const lossBrlMm = worth.lossBrlMmHa * machine.areaHa;
  const needed = needsWater(status);
  const application = applicationOf(need.wantedMm, input);
  const wait = { nowHour, elapsedHours: elapsedHours(application, machine, hoursDay) };
  // Past its curve a crop loses nothing by drought.
  const isOver = stage?.isOver === true;
  const waitCostBrl = isOver ? 0 : Math.max(0, lostByWaiting({ dr, raw, taw }, outlook, wait)) * lossBrlMm;
  const hours = runHours(application, machine);
  const critical = isOver ? Number.POSITIVE_INFINITY : hoursToCritical(dr, raw, outlook, nowHour);
  const run = placeSoon(input, hours, critical);
  const volumeM3 = volumeOf(application.grossMm, machine.areaHa);
  // A missing price must not change the decision.
  const energyBrl = run?.costBrl || hours * machine.pumpKw * UNKNOWN_BRL_KWH;
  const allBrl = Math.max(
    energyBrl + volumeM3 * worth.waterBrlM3,
    LEAST_BRL_MM_HA * application.grossMm * machine.areaHa,
  );
  const rainWait =
    needed && application.netMm > 0
      ? rainWorthWaiting({
          dr,
          raw,
          taw,
          outlook,
          ...wait,
          lossBrlMm,
          costBrlMm: allBrl / application.netMm,
          netMm: Math.min(dr, stage?.mostNetMm ?? dr),
          capacityMmDay: capacity,
        })
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
    reasons: needReasons(input, need, { application, rainWait, needed, waitDays, demand, lossBrlMm, waitCostBrl }),
  };

  if (isOver) return { ...withoutDepth("none", status, []), ...common, waitDays: null };
  if (!needed || application.netMm <= 0) {
    return { ...withoutDepth(waitDays === null ? "none" : "wait", status, []), ...common, waitDays };
  }
  if (rainWait !== null) {
    const use = outlook.slice(0, rainWait.days).reduce((sum, day) => sum + day.etc, 0);
    const lost = etLostByHour({ dr, raw, taw }, outlook, { hours: 24 * rainWait.days }).at(-1) ?? 0;
    const then = dr + use - lost;
    const later = applicationFor(Math.min(taw, then, stage?.mostNetMm ?? then), machine);
    const rest = { waitDays: rainWait.days, rainWait, otherwiseMm: later.grossMm };
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

/** The application of a net depth: by the setting of a shared run, else by the sector's own. */
function applicationOf(wantedMm: number, { setting, machine }: RecommendationInput): Application {
  if (wantedMm < LEAST_NET_MM) return applicationFor(0, machine);
  const own = applicationFor(wantedMm, machine);
  if (setting === undefined) return own;
  const shared = applicationAt(setting, wantedMm, machine);
  return shared.leftMm > 0 && own.limitedBy ? { ...shared, limitedBy: own.limitedBy } : shared;
}

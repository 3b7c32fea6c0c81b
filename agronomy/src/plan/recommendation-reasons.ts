import { expectedRain, type OutlookDay, rainProbability } from "../balance/depletion-outlook.ts";
import type { Application, IrrigationMachine } from "../machine/application.ts";
import { grossDepth, irrigationInterval } from "../machine/pivot.ts";
import { leastNetMm, MIN_DRAINED_MM } from "./choose-application.ts";
import type { Reason, RecommendationInput } from "./recommendation-model.ts";
import { scarceBrlMm } from "./season-budget.ts";
import type { SectorNeed } from "./sector-need.ts";
import type { RainWait, Wait } from "./waiting.ts";

/** Days of a forecast whose rain the reasons show; a wait until the need shows that of its own days. */
const FORECAST_DAYS = 7;
/** Minimum depth that a run leaves in the soil for the reasons to show it, mm. */
const MIN_LEFT_MM = 1;

interface Weighed {
  application: Application;
  /** Net water that drains or that the crop does not return, mm. */
  drainedMm: number;
  /** Whether the need is not worth a start, and the room for rain beside it. */
  isSmall: boolean;
  roomMm: number;
  rainWait: RainWait | null;
  /** Need that the season's budget leaves without water, mm. */
  sparedMm: number;
  /** A wait for another reason than rain. */
  otherWait: Wait | null;
  needed: boolean;
  /** Days until the need; null when there is one now, or none within the outlook. */
  waitDays: number | null;
  /** mm/d of the outlook or of the season's peak. */
  demand: number;
  lossBrlMm: number;
  waitCostBrl: number;
}

/** The reasons of every recommendation: balance, forecast, crop and machine. */
export function needReasons(input: RecommendationInput, need: SectorNeed, weighed: Weighed): Reason[] {
  const { dr, raw, outlook, stage, peakEtc, machine } = input;
  const { application, drainedMm, isSmall, roomMm, rainWait, otherWait, needed, waitDays, demand } = weighed;
  const { trigger, etc } = need;
  const triggerSource = trigger < need.stageTrigger ? "machine" : "crop";
  return [
    { key: "dr", value: dr, unit: "mm", source: "balance" },
    { key: "raw", value: raw, unit: "mm", source: "balance" },
    ...(trigger < raw ? [{ key: "trigger", value: trigger, unit: "mm", source: triggerSource }] : []),
    { key: "etc", value: etc, unit: "mm/d", source: "balance" },
    { key: "lookAhead", value: need.lookAheadMm, unit: "mm", source: "balance" },
    ...rainReasons(outlook.slice(0, waitDays ?? FORECAST_DAYS), rainWait, needed ? roomMm : 0),
    ...(stage?.isHarvestPending ? [{ key: "harvestPending", value: null, unit: "", source: "season" }] : []),
    ...(stage?.limit ? [{ key: `limit-${stage.limit}`, value: stage.mostNetMm, unit: "mm", source: "crop" }] : []),
    ...(needed && weighed.sparedMm > 0
      ? [{ key: "budgetSpared", value: weighed.sparedMm, unit: "mm", source: "budget" }]
      : []),
    ...(needed && drainedMm >= MIN_DRAINED_MM
      ? [{ key: "drains", value: drainedMm, unit: "mm", source: "machine" }]
      : []),
    ...(needed && isSmall
      ? [
          {
            key: "leastDepth",
            value: grossDepth(leastNetMm(input), machine.efficiencyPct),
            unit: "mm",
            source: "machine",
          },
        ]
      : []),
    ...(application.limitedBy === "lightest"
      ? [{ key: "panelLimit", value: "lightest", unit: "", source: "machine" }]
      : []),
    { key: "interval", value: irrigationInterval(raw, etc), unit: "d", source: "balance" },
    { key: "capacity", value: need.capacity, unit: "mm/d", source: "machine" },
    { key: "demand", value: demand, unit: "mm/d", source: peakEtc === demand ? "crop" : "forecast" },
    { key: "lossPerMm", value: weighed.lossBrlMm, unit: "R$/mm", source: "crop" },
    ...(input.worth?.budget
      ? [{ key: "budgetMm", value: scarceBrlMm(input.worth, machine), unit: "R$/mm", source: "budget" }]
      : []),
    { key: "waitCost", value: weighed.waitCostBrl, unit: "R$", source: "crop" },
    ...waitReasons(rainWait ?? otherWait, rainWait ? "forecast" : "machine"),
  ];
}

/** The way from the net depth to the setting of the panel and the hours. */
export function depthReasons(application: Application, machine: IrrigationMachine, daysToRun: number): Reason[] {
  const { limitedBy } = application;
  return [
    { key: "net", value: application.netMm * (machine.driestPart ?? 1), unit: "mm", source: "balance" },
    ...(machine.driestPart === undefined
      ? []
      : [{ key: "driestQuarter", value: 100 * machine.driestPart, unit: "%", source: "machine" }]),
    { key: "efficiency", value: machine.efficiencyPct, unit: "%", source: "machine" },
    { key: "gross", value: application.grossMm, unit: "mm", source: "machine" },
    ...(limitedBy ? [{ key: "panelLimit", value: limitedBy, unit: "", source: "machine" }] : []),
    ...(limitedBy === "soil"
      ? [{ key: "passLimit", value: machine.passLimitMm ?? null, unit: "mm", source: "soil" }]
      : []),
    { key: "passes", value: application.passes, unit: "", source: "machine" },
    { key: "depthPerPass", value: application.depthPerPassMm, unit: "mm", source: "machine" },
    ...(application.leftMm > MIN_LEFT_MM
      ? [{ key: "deficitLeft", value: application.leftMm, unit: "mm", source: "machine" }]
      : []),
    ...(application.percent === null
      ? []
      : [{ key: "percent", value: application.percent, unit: "%", source: "machine" }]),
    { key: "hoursRev", value: application.hours, unit: "h", source: "machine" },
    { key: "daysToRun", value: daysToRun, unit: "d", source: "machine" },
  ];
}

/** The forecast of the days of a decision: the rain, the room for it, and the wait that it justifies. */
function rainReasons(days: readonly OutlookDay[], wait: RainWait | null, room: number): Reason[] {
  const rain = days.reduce((sum, { rainEff }) => sum + rainEff, 0);
  const expected = days.reduce((sum, day) => sum + expectedRain(day), 0);
  const isEnsemble = days.every(({ rainEff, rainOutcomes }) => rainEff <= 0 || rainOutcomes !== undefined);
  const isKnown = isEnsemble && days.some(({ rainOutcomes }) => rainOutcomes !== undefined);
  const rainy = (wait ? days.slice(0, wait.days) : days).filter((day) => expectedRain(day) > 0);
  const dryPart = rainy.reduce((part, day) => part * (1 - rainProbability(day)), 1);
  return [
    { key: "rainForecast", value: wait?.rainMm ?? rain, unit: "mm", source: "forecast" },
    ...(rainy.length > 0 ? [{ key: "rainChance", value: 100 * (1 - dryPart), unit: "%", source: "forecast" }] : []),
    {
      key: isKnown ? "rainEnsemble" : "rainExpected",
      value: wait?.expectedMm ?? expected,
      unit: "mm",
      source: "forecast",
    },
    ...(room > 0 ? [{ key: "roomForRain", value: room, unit: "mm", source: "forecast" }] : []),
  ];
}

/** What a wait saves and risks on average; `source` of what it waits for. */
function waitReasons(wait: Wait | null, source: string): Reason[] {
  if (wait === null) return [];
  return [
    { key: "waitSaves", value: wait.savedBrl, unit: "R$", source },
    { key: "waitRisks", value: wait.riskedBrl, unit: "R$", source: "crop" },
  ];
}

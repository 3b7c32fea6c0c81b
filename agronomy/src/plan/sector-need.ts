import { type DryDay, projectDepletion } from "../balance/depletion-outlook.ts";
import { calculatedStatus, DEFAULT_WAIT_DAYS, heldStatus, lookAheadUse, type SectorStatus } from "../balance/status.ts";
import type { StageAdvice } from "../crop/stage-rules.ts";
import { type Application, applicationFor, type IrrigationMachine, runHours } from "../machine/application.ts";
import { netCapacity } from "../machine/capacity.ts";
import { dryDaysOf, type RecommendationInput } from "./recommendation-model.ts";
import { allowedHoursDay } from "./tariff.ts";
import { rainRoom } from "./waiting.ts";

/** What a sector needs now, before cost and forecast rain are weighed. */
export interface SectorNeed {
  status: SectorStatus;
  /** Net depth to apply, mm; and the part of the depletion that is left for forecast rain, mm. */
  wantedMm: number;
  roomMm: number;
  /** Days until the last rain of that room. */
  roomDays: number;
  /** The depletion at which it must be irrigated, mm; and the same without the machine's lack of capacity. */
  trigger: number;
  stageTrigger: number;
  /** Use until the next run has passed, mm. */
  lookAheadMm: number;
  /** Use now, and the mean of the coming days without rain, mm/d. */
  etc: number;
  meanEtc: number;
  /** Net depth of the machine in mm/d, and its hours a day; 0 when it may not run. */
  capacity: number;
  hoursDay: number;
}

/**
 * A machine too small for the season's peak cannot make good later: it starts earlier by what it would lack in twenty days of peak, but
 * not below the depth that it applies in two days.
 */
const EARLY = { peakDays: 20, leastDays: 2 } as const;

/** What the status of a sector in season depends on. */
type StatusInput = Pick<
  RecommendationInput,
  "dr" | "raw" | "dp" | "machine" | "tariff" | "waitDays" | "held" | "peakEtc"
> & {
  /** Expected use, mm/d. */
  etc: number;
  stage?: Partial<Pick<StageAdvice, "trigger" | "mostNetMm">> | undefined;
};

interface StatusNow extends Pick<SectorNeed, "status" | "trigger" | "stageTrigger" | "capacity" | "hoursDay"> {
  /** What the machine lacks at the season's peak, mm/d. */
  lacking: number;
}

/**
 * The status of a sector: of its card, its daily row and its recommendation. It turns yellow when the depletion would
 * reach the trigger before a first pass of what it lacks now has wetted the whole area, in the allowed hours.
 */
export function sectorStatus(input: StatusInput): StatusNow {
  const { dr, raw, dp, etc, machine, tariff, stage, held, waitDays = DEFAULT_WAIT_DAYS } = input;
  const hoursDay = allowedHoursDay(tariff, machine.maxHoursDay);
  const capacity = netCapacity({ ...machine, areaHa: wholeArea(machine), hoursDay });
  const lacking = Math.max(0, (input.peakEtc ?? 0) - capacity);
  const stageTrigger = raw * (stage?.trigger ?? 1);
  const earliest = Math.min(stageTrigger, EARLY.leastDays * capacity);
  // A machine that may not run gains nothing by an early start.
  const trigger = capacity > 0 ? Math.max(earliest, stageTrigger - EARLY.peakDays * lacking) : stageTrigger;
  const hoursRev = passHours(Math.min(dr, stage?.mostNetMm ?? dr), machine, hoursDay);
  const ahead = { etc, hoursRev, waitDays };
  const calculated = calculatedStatus({ active: true, fresh: true, dr, raw, trigger, dp, ...ahead });
  const status = held ? heldStatus(calculated, { dr, raw: trigger, ahead: lookAheadUse(ahead), ...held }) : calculated;
  return { status, trigger, stageTrigger, capacity, lacking, hoursDay };
}

/** Whether a sector must be irrigated, and with how much. */
export function sectorNeed(input: RecommendationInput): SectorNeed {
  const { dr, raw, outlook, machine, stage, clock, waitDays = DEFAULT_WAIT_DAYS } = input;
  const dryDays = dryDaysOf(input);
  const etc = input.expectedEtc ?? dryDays[0]?.etc ?? 0;
  const meanEtc = meanUse(dryDays) ?? etc;
  const { lacking, ...now } = sectorStatus({ ...input, etc });
  const maxNetMm = stage?.mostNetMm ?? Number.POSITIVE_INFINITY;
  const aheadOf = (netMm: number) => lookAheadUse({ etc, hoursRev: passHours(netMm, machine, now.hoursDay), waitDays });
  // A machine without spare capacity cannot replace rain that does not fall.
  const room =
    lacking === 0 && now.capacity > meanEtc
      ? rainRoom({ dr, raw }, outlook, { dryDays, nowHour: clock.nowMinute / 60 })
      : { mm: 0, days: 0 };
  // The remaining water must last until the next run has passed.
  const lasting = Math.max(0, now.trigger - aheadOf(Math.min(dr - room.mm, maxNetMm)));
  const roomMm = Math.min(room.mm, lasting);
  const wantedMm = Math.min(dr - roomMm, maxNetMm);
  return { ...now, wantedMm, roomMm, roomDays: room.days, lookAheadMm: aheadOf(wantedMm), etc, meanEtc };
}

/** Elapsed hours of the first pass of a net depth, with the allowed hours a day. */
function passHours(netMm: number, machine: IrrigationMachine, hoursDay: number): number {
  const { hours, passes } = applicationFor(netMm, machine);
  return elapsed(hours / Math.max(1, passes), hoursDay);
}

/** Hours until the whole area is wet, from the start of an application, with the allowed hours a day. */
export function elapsedHours({ hours, passes }: Application, machine: IrrigationMachine, hoursDay: number): number {
  return elapsed(runHours({ hours: hours / Math.max(1, passes) }, machine), hoursDay);
}

/** A machine that may not run has no run to look ahead to. */
const elapsed = (hours: number, hoursDay: number) => (hoursDay > 0 ? (hours * 24) / hoursDay : 0);

/** Whole days from today until a sector without rain must be irrigated; null beyond the outlook. */
export function daysUntilIrrigation(input: RecommendationInput, { lookAheadMm, trigger }: SectorNeed): number | null {
  const days = dryDaysOf(input);
  const levels = projectDepletion(input.dr, input.taw, days);
  const triggerOn = (index: number) => trigger * ((days[index]?.raw ?? input.raw) / input.raw);
  const index = levels.findIndex((level, day) => level + lookAheadMm >= triggerOn(day));
  return index < 0 ? null : index + 1;
}

/** Area in ha of the whole system; the sector is a part of it. */
const wholeArea = ({ areaHa, panel }: IrrigationMachine) => areaHa / Math.max(1e-6, panel?.part ?? 1);

function meanUse(days: readonly DryDay[]): number | undefined {
  return days.length === 0 ? undefined : days.reduce((sum, { etc }) => sum + etc, 0) / days.length;
}

import { MINUTE_MS } from "@lamina/shared/core/time";
import {
  ANSWER_MS,
  type CommandAnswer,
  type CommandOrder,
  type CommandState,
  type CommandStep,
  finalStates,
} from "@lamina/shared/records/commands/pivot-command";
import type { PivotStatus } from "@lamina/shared/records/farm";

/** How long telemetry may take to prove a command: a panel reports at each change, and a start fills the pipes first. */
const PROOF_MS: Readonly<Record<CommandOrder["command"], number>> = {
  start: 15 * MINUTE_MS,
  stop: 6 * MINUTE_MS,
  speed: 15 * MINUTE_MS,
  direction: 15 * MINUTE_MS,
  pump: 15 * MINUTE_MS,
};
/** A scheduled start that could not be sent for this long is not sent any more. */
const LATE_MS = 5 * MINUTE_MS;
/** A report of a clock that is further ahead proves nothing: it may be older than it says. */
export const AHEAD_MS = 2 * MINUTE_MS;

/** A command, as far as its states depend on it. Moments in ms. */
export interface TrackedCommand extends CommandOrder {
  state: CommandState;
  scheduledFor: number | null;
  expiresAt: number;
  sentAt: number | null;
  /** The newest report of the panel at the sending, by the panel's clock. Only a newer one proves anything. */
  seenUntil: number | null;
}

export type CommandInput =
  | { kind: "clock" }
  | { kind: "answer"; answer: Pick<CommandAnswer, "state" | "reason"> }
  | { kind: "telemetry"; status: PivotStatus }
  /** A person cancels a scheduled command. */
  | { kind: "cancel" }
  /** A stop of the machine ends every start and change that is not proved. */
  | { kind: "stopped" };

type Step = Omit<CommandStep, "at">;

export const isFinal = (state: CommandState): boolean => finalStates.includes(state);

/** Whether a command waits for its moment. */
export const isScheduled = ({ state }: Pick<TrackedCommand, "state">): boolean => state === "asked";

const ORDER: readonly CommandState[] = ["asked", "sent", "unanswered", "received", "accepted", "executing", "done"];
const isLater = (state: CommandState, than: CommandState) => ORDER.indexOf(state) > ORDER.indexOf(than);

/** The step that follows from an input; null without one. A final state is never left, and no state goes back. */
export function nextStep(command: TrackedCommand, input: CommandInput, now: number): Step | null {
  if (isFinal(command.state)) return null;
  switch (input.kind) {
    case "clock":
      return byClock(command, now);
    case "cancel":
      return isScheduled(command) ? step("cancelled", "person", null) : null;
    case "stopped":
      return command.command === "stop" ? null : step("cancelled", "api", "stopped");
    case "answer":
      return byAnswer(command, input.answer);
    case "telemetry":
      return byTelemetry(command, input.status, now);
  }
}

/** An order that left, by the moment until which its panel may still take it. */
export type UnprovedCommand = Pick<TrackedCommand, "expiresAt" | "seenUntil">;

/**
 * Only a report dated after this says what became of an order: until its life ends the panel may still take it, and the
 * panel's clock may be ahead of the API's.
 */
export const settledAfter = ({ expiresAt, seenUntil }: UnprovedCommand): number =>
  Math.max(expiresAt + AHEAD_MS, seenUntil ?? Number.NEGATIVE_INFINITY);

/** The date after which a report proves a new order of a machine, given its newest report and the orders in flight. */
export function provedAfter(
  { command }: Pick<CommandOrder, "command">,
  newest: number | null,
  inFlight: readonly UnprovedCommand[],
): number | null {
  // A start in flight may follow the stop, so that a machine at rest proves nothing yet.
  const settled = command === "stop" ? inFlight.map(settledAfter) : [];
  const latest = Math.max(newest ?? Number.NEGATIVE_INFINITY, ...settled);
  return Number.isFinite(latest) ? latest : null;
}

/**
 * The date after which a report proves a command that is under way, when the newest one is of a clock too far ahead: it
 * and those before it may be older than they say, and would prove something once time has caught up with them.
 */
export function distrustedUntil({ seenUntil }: Pick<TrackedCommand, "seenUntil">, newest: number | null, now: number) {
  return newest !== null && newest > now + AHEAD_MS ? Math.max(newest, seenUntil ?? newest) : seenUntil;
}

/** Whether an order is published again: a stop until it is answered, because taking it twice changes nothing. */
export const isRepeatable = ({ command, state, expiresAt }: TrackedCommand, now: number): boolean =>
  command === "stop" && (state === "sent" || state === "unanswered") && now <= expiresAt;

const step = (state: CommandState, source: Step["source"], reason: string | null): Step => ({ state, source, reason });

function byClock({ command, state, scheduledFor, expiresAt, sentAt }: TrackedCommand, now: number): Step | null {
  if (sentAt === null) {
    const limit = scheduledFor === null ? expiresAt : scheduledFor + LATE_MS;
    return now > limit ? step("expired", "api", "expired") : null;
  }
  // The panel's claims end nothing: without proof the command has failed.
  if (now - sentAt > PROOF_MS[command]) return step("failed", "api", "no-proof");
  return state === "sent" && now - sentAt >= ANSWER_MS ? step("unanswered", "api", null) : null;
}

/** What the panel says counts as its acceptance at most; a refusal and a failure are its own to say. */
function byAnswer(command: TrackedCommand, { state, reason = null }: Pick<CommandAnswer, "state" | "reason">) {
  if (command.sentAt === null) return null;
  if (state === "refused" || state === "failed") return step(state, "panel", reason);
  const said = state === "received" ? "received" : "accepted";
  return isLater(said, command.state) ? step(said, "panel", reason) : null;
}

function byTelemetry(command: TrackedCommand, status: PivotStatus, now: number): Step | null {
  if (command.sentAt === null || !isProof(command, status, now)) return null;
  if (shows(command, status)) return step("done", "telemetry", null);
  const isMoving = command.command === "start" && status.running;
  return isMoving && isLater("executing", command.state) ? step("executing", "telemetry", null) : null;
}

/** Whether a report is of after the sending, by both clocks. */
function isProof(
  { command, sentAt, seenUntil }: Pick<TrackedCommand, "command" | "sentAt" | "seenUntil">,
  { date }: Pick<PivotStatus, "date">,
  now: number,
): boolean {
  const at = Date.parse(date);
  return (
    sentAt !== null &&
    at > sentAt &&
    at > (seenUntil ?? Number.NEGATIVE_INFINITY) &&
    at <= now + AHEAD_MS &&
    at <= sentAt + PROOF_MS[command]
  );
}

/** Panels report whole percents. */
const PERCENT_OFF = 1;

/** Whether a report shows what was ordered. */
function shows(order: CommandOrder, status: PivotStatus): boolean {
  if (order.command === "stop") return !status.running;
  if (order.command === "pump") return status.wet === order.wet;
  if (!status.running) return false;
  const isWay = order.direction === undefined || status.direction === order.direction;
  const asked = percentAt(order, status.angleDeg);
  // An angle without a row is passed dry.
  const isGap = order.table !== undefined && asked === undefined;
  const isWater = order.wet === undefined || isGap || status.wet === order.wet;
  const isSpeed = asked === undefined || Math.abs((status.percent ?? Number.NaN) - asked) <= PERCENT_OFF;
  return isWay && isWater && isSpeed;
}

/** The ordered setting at an angle; undefined where none is ordered. */
export function percentAt({ percent, table }: CommandOrder, angleDeg: number): number | undefined {
  const isWithin = (from: number, to: number) =>
    from < to ? angleDeg >= from && angleDeg <= to : angleDeg >= from || angleDeg <= to;
  return percent ?? table?.find(({ fromDeg, toDeg }) => isWithin(fromDeg, toDeg))?.percent;
}

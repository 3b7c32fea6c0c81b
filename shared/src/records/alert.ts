import * as z from "zod";
import { Id, Moment, Name, Note, storedRecord, TimeOfDay } from "../core/record.ts";
import type { BrokenRule, Partly } from "../rules/rule.ts";

export const Severity = z.enum(["critical", "warning", "info"]);
export type Severity = z.infer<typeof Severity>;

/** The subject of an alert (domain, 9). */
export const AlertType = z.enum([
  "pivot-stopped",
  "pivot-started",
  "pivot-fault",
  "runs-out-of-service",
  "command-unproved",
  "low-pressure",
  "power",
  "irrigate-today",
  "stop-run",
  "stress",
  "excess",
  "rain",
  "frost",
  "low-humidity",
  "wind",
  "device-silent",
  "device-unusable",
  "low-battery",
  "permit",
  "permit-ended",
  "balance-diverges",
]);
export type AlertType = z.infer<typeof AlertType>;

/** Alerts with which a rule may also stop a machine. */
export const stoppingTypes: readonly AlertType[] = ["rain", "wind", "low-pressure", "permit", "permit-ended"];

/** Longest time until the last person is called, in minutes, and maximum number of turns. */
const ESCALATION_MAX_MIN = 1440;
const ESCALATION_MAX_STEPS = 6;

/** A turn of an escalation: these people are called when no one has taken the alert this long after it was first sent. */
export const EscalationStep = z.object({
  /** Ids of persons (`User.userId`). */
  userIds: z.array(Id).min(1).max(20),
  afterMin: z.number().int().min(0).max(ESCALATION_MAX_MIN),
});
export type EscalationStep = z.infer<typeof EscalationStep>;

const AlertChannel = z.enum(["inbox", "push"]);

export const AlertRuleFields = z.object({
  name: Name.optional(),
  /** The whole client, a farm or a pivot. */
  scope: z.object({ kind: z.enum(["client", "farm", "pivot"]), id: Id.nullish() }),
  type: AlertType,
  threshold: z.number().min(-100_000).max(100_000).nullish(),
  unit: z.string().max(20).nullish(),
  severity: Severity,
  channels: z.array(AlertChannel).min(1).max(AlertChannel.options.length),
  /** Quiet from/to, farm time; critical alerts ignore it. */
  quietFrom: TimeOfDay.nullish(),
  quietTo: TimeOfDay.nullish(),
  /** Repeated until someone takes it. */
  repeatMin: z.number().int().min(1).max(1440).default(15),
  /** Who is called first, and who next, until someone takes the alert. Empty: everyone concerned, at once. */
  escalation: z.array(EscalationStep).max(ESCALATION_MAX_STEPS).default([]),
  enabled: z.boolean().default(true),
  /** Whether the alert also stops its machine, where that runs. Of a rule for one machine, switched on by a person who may command it. */
  stops: z.boolean().default(false),
});
export const AlertRule = storedRecord(AlertRuleFields);
export type AlertRule = z.infer<typeof AlertRule>;

/** An alert in the inbox. On the broker its text is the envelope's `message.text`. */
export const Notification = storedRecord(
  z.object({
    date: Moment,
    /** A moment, or a farm's day, at which the reported event began; null or missing when it is unknown. */
    since: z.string().nullish(),
    type: AlertType,
    severity: Severity,
    title: z.string(),
    /** Begins with the subject and the place, in Portuguese. */
    message: z.string(),
    farmId: Id.nullish(),
    pivotId: Id.nullish(),
    sectorId: Id.nullish(),
    /** Route of the app that shows it, such as `/irrigameter/calculated?pivo=…`. */
    link: z.string().nullish(),
    readBy: z.array(Id),
    takenBy: Id.nullish(),
    takenByName: z.string().nullish(),
    takenAt: Moment.nullish(),
    resolvedAt: Moment.nullish(),
    /** Who closed it; missing when it ended by itself. */
    resolvedByName: z.string().nullish(),
    note: Note.nullish(),
  }),
);
export type Notification = z.infer<typeof Notification>;

/** The `message` of an envelope on `notifications`. A plain text is allowed too: other programs publish those. */
export const NotificationMessage = z.union([
  z.string().transform((text) => ({ text, link: null, severity: null, notificationId: null })),
  z.looseObject({
    text: z.string(),
    link: z
      .string()
      .nullish()
      .transform((link) => link ?? null),
    severity: Severity.nullish().transform((severity) => severity ?? null),
    notificationId: z
      .string()
      .nullish()
      .transform((id) => id ?? null),
  }),
]);
export type NotificationMessage = z.infer<typeof NotificationMessage>;

/** Content of a message on the topic `changes`: records of a client changed, so screens that show them must refetch. */
export const ChangeMessage = z.object({
  clientId: Id,
  /** Names of entities, such as `Watering`, `Reading`, `PivotStatus`, `Balance`. */
  entities: z.array(z.string()),
  /** The records that the changes concern. Without these lists, everything of the client. */
  farmIds: z.array(Id).readonly().optional(),
  pivotIds: z.array(Id).readonly().optional(),
  sectorIds: z.array(Id).readonly().optional(),
  monitorIds: z.array(Id).readonly().optional(),
  deviceIds: z.array(Id).readonly().optional(),
  /** Grows with every message of a client. */
  version: z.number().optional(),
  /** Users who get this message. Pages spread their requests by it. */
  listeners: z.number().optional(),
});
export type ChangeMessage = z.infer<typeof ChangeMessage>;

/**
 * Rules across the fields of an alert rule: a farm or a pivot is named, each turn comes later than the one before, and a
 * rule that stops is for one machine.
 */
export function checkAlertRule(rule: Partly<z.output<typeof AlertRuleFields>>): BrokenRule[] {
  const { scope, escalation, stops, type } = rule;
  const broken: BrokenRule[] = [];
  if (scope && scope.kind !== "client" && !scope.id) broken.push({ field: "scope.id", id: "required" });
  for (const [index, step] of (escalation ?? []).entries()) {
    const before = escalation?.[index - 1]?.afterMin;
    if (before != null && step?.afterMin != null && step.afterMin <= before)
      broken.push({ field: `escalation.${index}.afterMin`, id: "turn-too-early" });
  }
  if (stops && scope?.kind !== "pivot") broken.push({ field: "stops", id: "stops-no-machine" });
  if (stops && type && !stoppingTypes.includes(type)) broken.push({ field: "stops", id: "stops-no-cause" });
  return broken;
}

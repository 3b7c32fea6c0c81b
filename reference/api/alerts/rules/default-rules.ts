import { DAY_MINUTES } from "@lamina/shared/core/time";
import type { AlertRule, AlertType, Severity } from "@lamina/shared/records/alert";
import { ruleNames } from "./text.ts";

/** A rule for the engine. `_id` is null for a built-in one. */
export type Rule = Pick<
  AlertRule,
  "scope" | "type" | "severity" | "channels" | "repeatMin" | "escalation" | "enabled" | "stops"
> & {
  _id: string | null;
  clientId: string;
  name: string | null;
  threshold: number | null;
  unit: string | null;
  quietFrom: string | null;
  quietTo: string | null;
};

type BuiltIn = Omit<Rule, "_id" | "clientId">;

/** Quiet hours, farm time; critical alerts ignore them (domain, 9). */
const QUIET = { quietFrom: "22:00", quietTo: "05:30" };
/** Domain, 9: repeated until a user takes it. Situations that change daily are repeated once a day. */
const SOON_MIN = 15;
const HOURLY_MIN = 60;

function rule(
  type: AlertType,
  severity: Severity,
  repeatMin: number,
  threshold: number | null = null,
  unit: string | null = null,
  name: string | null = null,
): BuiltIn {
  const scope = { kind: "client" } as const;
  return {
    name,
    scope,
    type,
    threshold,
    unit,
    severity,
    channels: ["inbox", "push"],
    ...QUIET,
    repeatMin,
    escalation: [],
    enabled: true,
    stops: false,
  };
}

/** Rules of a client without its own. Thresholds: domain, 5 and 9. */
export const builtInRules: readonly BuiltIn[] = [
  rule("pivot-fault", "critical", SOON_MIN),
  rule("runs-out-of-service", "critical", SOON_MIN),
  rule("command-unproved", "critical", SOON_MIN),
  rule("low-pressure", "critical", SOON_MIN),
  rule("power", "critical", SOON_MIN),
  rule("pivot-stopped", "info", SOON_MIN),
  rule("pivot-started", "info", SOON_MIN),
  rule("irrigate-today", "info", DAY_MINUTES),
  rule("stop-run", "warning", DAY_MINUTES),
  rule("stress", "warning", DAY_MINUTES),
  rule("excess", "info", DAY_MINUTES),
  rule("rain", "info", DAY_MINUTES, 10, "mm"),
  rule("frost", "critical", HOURLY_MIN, 3, "°C"),
  rule("low-humidity", "info", HOURLY_MIN, 20, "%", ruleNames["low-humidity info"]),
  rule("low-humidity", "warning", HOURLY_MIN, 12, "%", ruleNames["low-humidity warning"]),
  rule("wind", "info", HOURLY_MIN, 40, "km/h"),
  rule("device-silent", "warning", HOURLY_MIN, null, "min"),
  rule("device-unusable", "warning", DAY_MINUTES),
  rule("low-battery", "warning", DAY_MINUTES, 20, "%"),
  rule("permit", "warning", DAY_MINUTES, 80, "%", ruleNames["permit warning"]),
  rule("permit", "critical", DAY_MINUTES, 100, "%", ruleNames["permit critical"]),
  rule("balance-diverges", "warning", DAY_MINUTES, null, "% CAD"),
];

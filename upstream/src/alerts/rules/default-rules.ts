import { DAY_MINUTES } from "@lamina/shared/core/time";
import type { AlertRule, AlertType, Severity } from "@lamina/shared/records/alert";
import { ruleNames } from "./text.ts";

/** A rule for the engine. `_id` is null for a built-in one. */
export type Rule = Pick<AlertRule, "scope" | "type" | "severity" | "channels" | "repeatMin" | "enabled"> & {
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
  name: string,
  threshold: number | null = null,
  unit: string | null = null,
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
    enabled: true,
  };
}

/** Rules of a client without its own. Thresholds: domain, 5 and 9. */
export const builtInRules: readonly BuiltIn[] = [
  rule("pivot-fault", "critical", SOON_MIN, ruleNames["pivot-fault"]),
  rule("low-pressure", "critical", SOON_MIN, ruleNames["low-pressure"]),
  rule("power", "critical", SOON_MIN, ruleNames.power),
  rule("pivot-stopped", "info", SOON_MIN, ruleNames["pivot-stopped"]),
  rule("pivot-started", "info", SOON_MIN, ruleNames["pivot-started"]),
  rule("irrigate-today", "info", DAY_MINUTES, ruleNames["irrigate-today"]),
  rule("stress", "warning", DAY_MINUTES, ruleNames.stress),
  rule("excess", "info", DAY_MINUTES, ruleNames.excess),
  rule("rain", "info", DAY_MINUTES, ruleNames.rain, 10, "mm"),
  rule("frost", "critical", HOURLY_MIN, ruleNames.frost, 3, "°C"),
  rule("low-humidity", "info", HOURLY_MIN, ruleNames["low-humidity info"], 20, "%"),
  rule("low-humidity", "warning", HOURLY_MIN, ruleNames["low-humidity warning"], 12, "%"),
  rule("wind", "info", HOURLY_MIN, ruleNames.wind, 40, "km/h"),
  rule("device-silent", "warning", HOURLY_MIN, ruleNames["device-silent"], null, "min"),
  rule("low-battery", "warning", DAY_MINUTES, ruleNames["low-battery"], 20, "%"),
  rule("permit", "warning", DAY_MINUTES, ruleNames["permit warning"], 80, "%"),
  rule("permit", "critical", DAY_MINUTES, ruleNames["permit critical"], 100, "%"),
  rule("balance-diverges", "warning", DAY_MINUTES, ruleNames["balance-diverges"], null, "% CAD"),
];

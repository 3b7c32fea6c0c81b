import type { AlertType } from "@lamina/shared/records/alert";
import type { Observation } from "../observe/observation.ts";
import type { Rule } from "./default-rules.ts";
import { rulesAt } from "./rules.ts";
import { isBeyond } from "./thresholds.ts";

/** An observation that matches a rule. */
export interface Situation {
  /** Identifies the open alert. */
  subject: string;
  /** Distinguishes situations of the same subject; null when the beginning is unknown. */
  key: string | null;
  type: AlertType;
  rule: Rule;
  observation: Observation;
}

const SINCE = "@";
/** The subject of a key. */
export const subjectOf = (key: string) => key.slice(0, key.lastIndexOf(SINCE));

/** The situations of some observations, by the rules. `isOpen`: whether a subject has an open alert. */
export function situationsOf(
  observations: readonly Observation[],
  rules: readonly Rule[],
  isOpen: (subject: string) => boolean,
): Situation[] {
  return observations.flatMap((observation) => {
    for (const type of observation.types) {
      const found = rulesAt(rules, type, observation.place).flatMap((rule) =>
        situation(observation, type, rule, isOpen),
      );
      if (found.length > 0) return found;
    }
    return [];
  });
}

function situation(
  observation: Observation,
  type: AlertType,
  rule: Rule,
  isOpen: (subject: string) => boolean,
): Situation[] {
  const { value, since } = observation;
  const limit = rule.threshold ?? observation.limit;
  // Two rules with two thresholds give two alerts on one subject.
  const subject = `${type}:${observation.subject}${value !== undefined && rule.threshold !== null ? `:${rule.threshold}` : ""}`;
  if (value !== undefined && (limit === undefined || !isBeyond(type, value, limit, isOpen(subject)))) return [];
  return [{ subject, key: since === null ? null : `${subject}${SINCE}${since}`, type, rule, observation }];
}

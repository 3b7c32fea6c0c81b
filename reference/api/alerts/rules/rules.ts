import type { AlertType } from "@lamina/shared/records/alert";
import { and, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { alertRules } from "../../schema/alerts.ts";
import type { AlertSubject } from "../observe/observation.ts";
import { builtInRules, type Rule } from "./default-rules.ts";

/** From the widest to the closest. */
const SPECIFICITY = { client: 0, farm: 1, pivot: 2 } as const;

/** The rules of each client: its own, or the built-in ones if it has none. */
export async function rulesOf(database: Database, clientIds: readonly string[]): Promise<Rule[]> {
  const own: Rule[] = await database
    .select()
    .from(alertRules)
    .where(and(anyOf(alertRules.clientId, clientIds), eq(alertRules.active, true)));
  const decided = new Set(own.map(({ clientId }) => clientId));
  const builtIn = clientIds
    .filter((clientId) => !decided.has(clientId))
    .flatMap((clientId) => builtInRules.map((rule) => ({ ...rule, _id: null, clientId })));
  return [...own, ...builtIn];
}

/** Rules of a type for a place: the closest scope decides, even if it disables the alert. */
export function rulesAt(rules: readonly Rule[], type: AlertType, place: AlertSubject): Rule[] {
  const holding = rules.filter(
    (rule) => rule.type === type && rule.clientId === place.clientId && covers(rule.scope, place),
  );
  const closest = Math.max(...holding.map(({ scope }) => SPECIFICITY[scope.kind]));
  return holding.filter(({ scope, enabled }) => enabled && SPECIFICITY[scope.kind] === closest);
}

function covers({ kind, id }: Rule["scope"], { farmId, pivotId }: AlertSubject): boolean {
  if (kind === "client") return true;
  return id === (kind === "farm" ? farmId : pivotId);
}

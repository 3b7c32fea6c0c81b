import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import type { DayDecision, PlanChoice, SentDecision } from "@lamina/shared/records/day-plan";
import { and, desc, eq } from "drizzle-orm";
import { anyOf } from "../../../core/database/arrays.ts";
import type { Database } from "../../../core/database/open.ts";
import type { Caller } from "../../../http/caller.ts";
import { problems } from "../../../http/problem.ts";
import { audit } from "../../../records/audit/write.ts";
import { farms, pivots } from "../../../schema/farms.ts";
import { dayDecisions } from "../../../schema/irrigation.ts";

/** What a person decided for a farm's day. */
export interface StoredDecision {
  farmId: string;
  date: FarmDay;
  choices: readonly PlanChoice[];
  userName: string;
  updatedAt: Date;
}

/** The newest decision of each farm. */
export async function decisionsOf(
  database: Database,
  farmIds: readonly string[],
): Promise<Map<string, StoredDecision>> {
  if (farmIds.length === 0) return new Map();
  const rows = await database
    .selectDistinctOn([dayDecisions.farmId])
    .from(dayDecisions)
    .where(anyOf(dayDecisions.farmId, farmIds))
    .orderBy(dayDecisions.farmId, desc(dayDecisions.date));
  return new Map(rows.map((row) => [row.farmId, row] as const));
}

/**
 * Refuses choices for machines of another farm.
 * @throws HttpProblem 400
 */
export async function requireOwnPivots(database: Database, { farmId, choices }: DayDecision): Promise<void> {
  const own = await database.select({ _id: pivots._id }).from(pivots).where(eq(pivots.farmId, farmId));
  const foreign = choices.findIndex(({ pivotId }) => !own.some(({ _id }) => _id === pivotId));
  if (foreign >= 0) throw problems.validation([{ field: `choices.${foreign}.pivotId`, id: "not-found" }]);
}

/** The choices of a person with what another person stored since `seen` for other machines. @throws HttpProblem 409 */
function joinedWith(
  { choices: stored, userName }: Pick<StoredDecision, "choices" | "userName">,
  wanted: readonly PlanChoice[],
  seen: readonly PlanChoice[],
): PlanChoice[] {
  const pivotIds = new Set([...wanted, ...stored].map(({ pivotId }) => pivotId));
  return [...pivotIds].flatMap((id) => {
    const [mine, other, before] = [wanted, stored, seen].map((all) => all.find(({ pivotId }) => pivotId === id));
    if (isDeepStrictEqual(other, before)) return mine ?? [];
    if (!isDeepStrictEqual(mine, before) && !isDeepStrictEqual(mine, other))
      throw problems.conflict({ userName, choices: [...stored] });
    return other ?? [];
  });
}

/** The choices of a day with the runs that a person let continue on a day before, because a run may last several days. */
export function withRunsLet({ date, choices }: DayDecision, before: StoredDecision | undefined): PlanChoice[] {
  if (before === undefined || before.date >= date) return choices;
  const runs = before.choices.flatMap(({ pivotId, letRun }) => (letRun === undefined ? [] : [{ pivotId, letRun }]));
  const joined = choices.map((choice) => ({ ...runs.find(({ pivotId }) => pivotId === choice.pivotId), ...choice }));
  const chosen = new Set(choices.map(({ pivotId }) => pivotId));
  return [...joined, ...runs.filter(({ pivotId }) => !chosen.has(pivotId))];
}

/**
 * Stores the decision of a farm's day in place of an earlier one, or removes it, and writes the audit.
 * @throws HttpProblem 409 with the stored choices where two persons chose for one machine, 400 for a day to come, because the newest decision of a farm applies
 */
export async function storeDecision(
  database: Database,
  caller: Caller,
  { farmId, date, choices: wanted, seen, clientId, now }: SentDecision & { clientId: string; now: Date },
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Locked, because two decisions at once would both be the first of their day.
    const ofFarm = transaction.select({ timezone: farms.timezone }).from(farms).where(eq(farms._id, farmId));
    const [farm] = await ofFarm.for("no key update");
    if (farm && date > farmDay(now.getTime(), farm.timezone))
      throw problems.validation([{ field: "date", id: "to-come" }]);
    const ofDay = and(eq(dayDecisions.farmId, farmId), eq(dayDecisions.date, date));
    const [before] = await transaction.delete(dayDecisions).where(ofDay).returning();
    const choices = before && seen ? joinedWith(before, wanted, seen) : wanted;
    const { userId, name } = caller;
    const times = { createdAt: before?.createdAt ?? now, updatedAt: now };
    const _id = before?._id ?? randomUUID();
    if (choices.length > 0)
      await transaction
        .insert(dayDecisions)
        .values({ _id, clientId, farmId, date, choices, userId, userName: name, ...times });
    await audit(transaction, {
      author: caller,
      date: now,
      clientId,
      entity: "DayPlan",
      recordId: farmId,
      before: { date: null, choices: before?.choices ?? [] },
      after: { date, choices },
    });
  });
}

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { UserFields } from "@lamina/shared/access/user";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type * as z from "zod";
import type { Database } from "../../core/database/open.ts";
import { violationOf } from "../../core/database/violations.ts";
import type { Caller } from "../../http/caller.ts";
import { HttpProblem, problems } from "../../http/problem.ts";
import { createLookups } from "../../records/lookups.ts";
import { places } from "../../records/places.ts";
import { missingReferences } from "../../records/references.ts";
import { findUser, type GroupRow } from "./store.ts";
import { farmsWithin, isWithin, ownGroup, requireWholePerson } from "./user-rules.ts";
import { userStore } from "./user-store.ts";

/** Own fields of a user as a client sees them. */
export type Own = z.output<typeof UserFields>;

const NOT_UNIQUE: BrokenRule = { field: "userName", id: "unique" };

/**
 * Checks rules beyond the single fields: group and farms belong to the client, and the caller gives no rights beyond
 * their own.
 * @returns the group
 * @throws HttpProblem 400
 */
export async function requireGrantable(
  transaction: Database,
  caller: Caller,
  clientId: string,
  fields: Own,
  before?: Pick<Own, "groupId" | "farmIds">,
): Promise<GroupRow> {
  const change = { transaction, caller, clientId, lookups: createLookups(), ...(before && { before }) };
  const errors = await missingReferences({ references: { farmIds: places.farm } }, fields, change);
  const rights = caller.clients.get(clientId);
  const group = await userStore.group(transaction, fields.groupId, clientId);
  if (group === undefined) errors.push({ field: "groupId", id: "not-found" });
  else if (fields.groupId !== before?.groupId && !isWithin(group.permissions, rights?.permissions ?? []))
    errors.push({ field: "groupId", id: "beyond-own" });
  if (!isDeepStrictEqual(fields.farmIds, before?.farmIds) && !farmsWithin(fields.farmIds, rights?.farmIds ?? []))
    errors.push({ field: "farmIds", id: "beyond-own" });
  if (errors.length > 0 || group === undefined) throw problems.validation(errors);
  return group;
}

/**
 * The person with this login: a new one, or one that the caller already administers on another client.
 * @throws HttpProblem 400 when the login belongs to another person
 */
export async function personFor(
  transaction: Database,
  caller: Caller,
  fields: Own,
  group: GroupRow,
  times: { createdAt: Date; updatedAt: Date },
): Promise<string> {
  const knownUser = await findUser(transaction, fields.userName);
  if (knownUser === undefined) {
    const { name, userName, email, phone, language } = fields;
    const values = { name, userName, email, phone, language, _id: randomUUID(), passwordHash: "", ...times };
    const user = await refuseTakenName(() =>
      userStore.insertUser(transaction, { ...values, groupId: ownGroup([group]) }),
    );
    return user._id;
  }
  const person = await userStore.person(transaction, knownUser._id);
  const others = await userStore.membershipsOf(transaction, knownUser._id);
  // A caller may not add a person without a client.
  if (person === undefined || others.length === 0) throw problems.validation([NOT_UNIQUE]);
  await requireWholePerson(transaction, caller, person).catch((error: unknown) => {
    throw error instanceof HttpProblem ? problems.validation([NOT_UNIQUE]) : error;
  });
  return knownUser._id;
}

/** Reports a taken login, or a person who is already a member, as an error of the field. */
export async function refuseTakenName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (violationOf(error)?.kind === "unique") throw problems.validation([NOT_UNIQUE]);
    throw error;
  }
}

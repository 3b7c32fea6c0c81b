import type { Access } from "@lamina/shared/access/rights";
import type { AuditEntry } from "@lamina/shared/access/user";
import { and, desc, eq, gte, lt, or } from "drizzle-orm";
import type { Context } from "../../core/context.ts";
import { anyOf } from "../../core/database/arrays.ts";
import { toJson } from "../../core/serialize.ts";
import { type Caller, mayOnClient } from "../../http/caller.ts";
import { afterCursor, cutPage } from "../../http/page-cursor.ts";
import { problems } from "../../http/problem.ts";
import { optionalMoment } from "../../http/ranges.ts";
import { auditEntries } from "../../schema/audit.ts";

export interface AuditedKind {
  /** The right to see such a record, and therefore its audit. */
  access: Access | null;
  /** The client of the record with this id, if the caller may see the record by client and farm. */
  clientOf(caller: Caller, id: string): Promise<string | undefined>;
}

interface AuditQuery {
  ID: string;
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  after?: string | undefined;
}

/** Audit entries of a record, for users who may see it. */
export interface Audit {
  /**
   * Writes of a record, newest first, also of a deleted record.
   * @throws HttpProblem 404 for a record that the caller may not see, 403 without the right to see it
   */
  page(caller: Caller, query: AuditQuery): Promise<{ items: AuditEntry[]; next: string | null }>;
}

/** @param kinds by the name of the entity, such as `Farm` */
export function createAudit({ database }: Pick<Context, "database">, kinds: ReadonlyMap<string, AuditedKind>): Audit {
  /** The entities and clients under which the record was written, as far as the caller may see them. */
  async function writtenAs(caller: Caller, id: string): Promise<{ entity: string; clientId: string }[]> {
    const found = await database
      .selectDistinct({ entity: auditEntries.entity, clientId: auditEntries.clientId })
      .from(auditEntries)
      .where(and(eq(auditEntries.recordId, id), anyOf(auditEntries.clientId, caller.clients.keys())));
    const seen = await Promise.all(
      found.map(async ({ entity, clientId }) => {
        const kind = kinds.get(entity);
        if (kind === undefined || clientId === null) return [];
        // The farm of a deleted record is unknown, so users of some farms must not see it.
        const isLimited = (caller.clients.get(clientId)?.farmIds.length ?? 0) > 0;
        return !isLimited || (await kind.clientOf(caller, id)) === clientId ? [{ entity, clientId }] : [];
      }),
    );
    return seen.flat();
  }

  /** For a record without writes since it was created outside of the calls. */
  async function currentlyAs(caller: Caller, id: string): Promise<{ entity: string; clientId: string }[]> {
    for (const [entity, kind] of kinds) {
      const clientId = await kind.clientOf(caller, id);
      if (clientId !== undefined) return [{ entity, clientId }];
    }
    return [];
  }

  return {
    async page(caller, { ID, from, to, limit, after }) {
      const audited = await writtenAs(caller, ID);
      const seen = audited.length > 0 ? audited : await currentlyAs(caller, ID);
      if (seen.length === 0) throw problems.notFound();
      const allowed = seen.filter(({ entity, clientId }) =>
        mayOnClient(caller, kinds.get(entity)?.access ?? null, clientId),
      );
      if (allowed.length === 0) throw problems.forbidden();
      const [since, until] = [optionalMoment("from", from), optionalMoment("to", to)];
      const rows = await database
        .select()
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.recordId, ID),
            or(
              ...allowed.map(({ entity, clientId }) =>
                and(eq(auditEntries.entity, entity), eq(auditEntries.clientId, clientId)),
              ),
            ),
            since && gte(auditEntries.date, since),
            until && lt(auditEntries.date, until),
            after === undefined ? undefined : afterCursor(after, auditEntries),
          ),
        )
        .orderBy(desc(auditEntries.date), desc(auditEntries._id))
        .limit(limit + 1);
      const { items, next } = cutPage(rows, limit);
      // A null user means the program itself.
      return {
        items: items.map(({ clientId: _, batch: _batch, ...row }) => ({ ...toJson(row), userId: row.userId })),
        next,
      };
    },
  };
}

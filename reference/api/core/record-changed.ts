import type { EntityName, entities } from "@lamina/shared/calls/entities";
import type { Client } from "@lamina/shared/records/client";
import type { PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import type { Detection } from "@lamina/shared/records/irrigation";
import type * as z from "zod";
import type { JsonRecord } from "./serialize.ts";

/** The payload of a change by kind of record: the name of the entity in the API. */
type RecordPayloads = {
  [Name in EntityName as Capitalize<Name>]: z.output<(typeof entities)[Name]["getById"]["reply"]>;
} & { Client: Client; Detection: Detection; PivotCommand: PivotCommand };

export type RecordEntity = keyof RecordPayloads;

/** A written record: `before` is missing for an insertion, `after` for a deletion. */
export type RecordChanged = {
  [Entity in RecordEntity]: {
    clientId: string;
    entity: Entity;
    recordId: string;
    before?: RecordPayloads[Entity];
    after?: RecordPayloads[Entity];
  };
}[RecordEntity];

export type ChangeOf<Entity extends RecordEntity> = Extract<RecordChanged, { entity: Entity }>;

/**
 * The change of a record, from rows. Rows were validated by the schema of their entity when they were written, so this
 * is the only place that casts them to its type.
 */
export function recordChanged(
  entity: RecordEntity,
  change: { clientId: string; recordId: string; before?: JsonRecord | undefined; after?: JsonRecord | undefined },
): RecordChanged {
  const { clientId, recordId, before, after } = change;
  return { entity, clientId, recordId, ...(before && { before }), ...(after && { after }) } as RecordChanged;
}

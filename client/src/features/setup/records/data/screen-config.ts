import type { Screen } from "@lamina/shared/access/rights";
import { entityCalls } from "@lamina/shared/calls/endpoint";
import { entities } from "@lamina/shared/calls/entities";
import { storedRecord } from "@lamina/shared/core/record";
import { ClientFields } from "@lamina/shared/records/client";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { ReactNode } from "react";
import type * as z from "zod";
import type { DataColumn } from "../../../../ui/data-table/columns.ts";
import type { FieldGroup } from "../../../../ui/form/field-spec.ts";
import type { IconName } from "../../../../ui/icons/icon-paths.ts";

/**
 * What is set up by these lists and forms: the entities, and the client itself. Its fields, rights and history are like
 * theirs; its calls are older than their convention (§7), so that it is loaded and changed by those.
 */
export const kinds = {
  ...entities,
  client: entityCalls({
    name: "Client",
    screen: "config",
    fields: ClientFields,
    stored: storedRecord(ClientFields),
  }),
} as const;
export type Kind = keyof typeof kinds;

/** A record of an entity as the API sends it. */
export type RecordOf<Name extends Kind> = z.output<(typeof kinds)[Name]["getById"]["reply"]>;
/** The own fields of an entity, as a form gives them. */
export type FieldsOf<Name extends Kind> = Omit<z.output<(typeof kinds)[Name]["insert"]["body"]>, "clientId">;

/** The lists of a client that a screen works with. An entity that is not asked for, or may not be seen, is an empty list. */
export interface RelatedRecords {
  of<Name extends Kind>(entity: Name): readonly RecordOf<Name>[];
  /** One record by its id. */
  find<Name extends Kind>(entity: Name, id: unknown): RecordOf<Name> | undefined;
}

/** What a record is called: with its article (`o pivô`), and many of them. */
interface RecordWords {
  /** `Pivô`. */
  one: string;
  /** `Pivôs`. */
  many: string;
  /** `Novo pivô`. */
  add: string;
  /** `o pivô`, in a sentence. */
  theOne: string;
  /** Shown when there are none. */
  empty: string;
  emptyHint: string;
}

/** What every part of a form knows of its record. `record` is undefined for a new one. */
export interface PartProps<Name extends Kind> {
  record: RecordOf<Name> | undefined;
  lists: RelatedRecords;
}

/** What a tool of a list knows. */
export interface ToolsProps {
  lists: RelatedRecords;
  /** All lists are there: what reads files by them may begin. */
  ready: boolean;
}

/** A record of any entity: what lists and forms need of it. A client of an API that keeps no versions has no `updatedAt`. */
export type AnyRecord = { _id: string; clientId: string; updatedAt?: string | undefined } & Readonly<
  Record<string, unknown>
>;

/**
 * A kind of record on a screen: how it is listed, asked for and called. The schema, the calls and the rights are those of the
 * entity; everything that lists and forms do is the same for all. A screen describes `RecordScreenConfig<"pivot">`; lists and forms
 * take an {@link AnyScreenConfig}, which is of any entity.
 */
export interface RecordScreenConfig<Name extends Kind>
  extends ScreenConfigOf<RecordOf<Name> & AnyRecord, FieldsOf<Name>> {
  entity: Name;
  /** Fields of a copy that must not be the original's, such as a serial number. */
  notCopied?: readonly (keyof FieldsOf<Name> & string)[];
}

/** What a screen says of records with their fields. Methods, so that the description of one entity is one of any. */
interface ScreenConfigOf<Stored extends AnyRecord, Fields> {
  icon: IconName;
  words: RecordWords;
  /** Other entities whose names it shows or offers. */
  uses: readonly Kind[];
  columns(lists: RelatedRecords): readonly DataColumn<Stored>[];
  groups(lists: RelatedRecords, record: Stored | undefined): readonly FieldGroup[];
  nameOf(record: Stored, lists: RelatedRecords): string;
  /** In which order they are listed until somebody sorts them; as the API gives them when left out. */
  order?(one: Stored, other: Stored): number;
  /** What a new one begins with, beside the schema's defaults. */
  start?(lists: RelatedRecords): Partial<Fields>;
  /** Rules across fields, as the API has them. */
  check?(fields: Partial<Fields>, lists: RelatedRecords): readonly BrokenRule[];
  /** True for a record that nobody changes or deletes, such as a group that every client has; it says why itself. */
  fixed?(record: Stored): boolean;
  /** What goes with it when it is deleted: `3 setores`. Nothing when it stands alone. */
  dependents?(record: Stored, lists: RelatedRecords): readonly string[];
  /** Above the fields, within the form: a map, a computed value. It reads and writes by `useForm`. */
  FormHeader?(props: { record: Stored | undefined; lists: RelatedRecords }): ReactNode;
  /** Beneath the fields, within the form. */
  FormFooter?(props: { record: Stored | undefined; lists: RelatedRecords }): ReactNode;
  /** Beneath the form of a stored record: its history, its messages. */
  SidePanel?(props: { record: Stored; lists: RelatedRecords }): ReactNode;
  /** At the end of the list's toolbar, such as an import. */
  Tools?(props: ToolsProps): ReactNode;
  /** The time zone of the farm that it is about, as it is written; the first farm's when left out. */
  timeZone?(fields: Partial<Fields>, lists: RelatedRecords): string | undefined;
}

/** A {@link RecordScreenConfig} of any entity. */
export interface AnyScreenConfig extends ScreenConfigOf<AnyRecord, Readonly<Record<string, unknown>>> {
  entity: Kind;
  notCopied?: readonly string[];
}

/** The calls of any entity, with the types that all of them share. */
export interface EntityInfo {
  /** Own fields. */
  fields: z.ZodType;
  screen: Screen;
  /** As the API names it: `PivotSector`. */
  name: string;
}

/** Schema, screen and name of an entity. */
export function entityInfo(entity: Kind): EntityInfo {
  const { getByClient, insert } = kinds[entity];
  const body: z.ZodObject = insert.body;
  return {
    fields: body.omit({ clientId: true }),
    screen: getByClient.access?.screen ?? "config",
    name: getByClient.path.split("/")[1] ?? "",
  };
}

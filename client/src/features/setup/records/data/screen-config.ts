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
import type { FormValues } from "../../../../ui/form/form-values.ts";
import type { IconName } from "../../../../ui/icons/icon-paths.ts";

/**
 * The kinds of records that these lists and forms edit: the entities and the client. The client's fields, rights and
 * history are like those of an entity, but its calls are older than the convention (§7) and are used instead.
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
/** The own fields of an entity, as values of a form. */
export type FieldsOf<Name extends Kind> = Omit<z.output<(typeof kinds)[Name]["insert"]["body"]>, "clientId">;

/**
 * The lists of a client for a screen. An entity that is not requested, or that the user may not view, has an empty
 * list.
 */
export interface RelatedRecords {
  /** Whether a list has come, so that an empty one means that there is none. */
  has(entity: Kind): boolean;
  of<Name extends Kind>(entity: Name): readonly RecordOf<Name>[];
  find<Name extends Kind>(entity: Name, id: unknown): RecordOf<Name> | undefined;
}

/** The names of a record: singular, plural, and with its article (`o pivô`). */
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

/** Properties of every part of a form. `record` is undefined for a new one. */
export interface PartProps<Name extends Kind> {
  record: RecordOf<Name> | undefined;
  lists: RelatedRecords;
}

export interface ToolsProps {
  lists: RelatedRecords;
  /** True when all lists are loaded, so that files can be read with them. */
  ready: boolean;
}

/** The common fields of a record of any entity. Without versions in the API a client has no `updatedAt`. */
export type AnyRecord = { _id: string; clientId: string; updatedAt?: string | undefined } & Readonly<
  Record<string, unknown>
>;

/** A record that belongs to a new one: `fields` follow from the records added before it, by their names. */
export interface RelatedInsert {
  name: string;
  entity: Kind;
  fields(added: Readonly<Record<string, AnyRecord>>): Readonly<Record<string, unknown>>;
}

/**
 * The description of an entity's screen: its list, its form and its words. The entity gives the schema, the calls and
 * the rights, and the code of lists and forms is common to all. A screen defines a `RecordScreenConfig<"pivot">`; lists
 * and forms take an {@link AnyScreenConfig}, which is for any entity.
 */
export interface RecordScreenConfig<Name extends Kind>
  extends ScreenConfigOf<RecordOf<Name> & AnyRecord, FieldsOf<Name>> {
  entity: Name;
  /** Fields that a copy leaves empty, such as a serial number. */
  notCopied?: readonly (keyof FieldsOf<Name> & string)[];
}

/**
 * The description of a screen by the type of its records. Uses methods, so that the description of one entity is
 * assignable to that of any.
 */
interface ScreenConfigOf<Stored extends AnyRecord, Fields> {
  icon: IconName;
  words: RecordWords;
  /** Other entities that the screen shows or offers. */
  uses: readonly Kind[];
  columns(lists: RelatedRecords): readonly DataColumn<Stored>[];
  groups(lists: RelatedRecords, record: Stored | undefined): readonly FieldGroup[];
  nameOf(record: Stored, lists: RelatedRecords): string;
  /** The initial order of the list; the order of the API when left out. */
  order?(one: Stored, other: Stored, lists: RelatedRecords): number;
  /** Initial values of a new record, in addition to the schema's defaults. */
  start?(lists: RelatedRecords): Partial<Fields>;
  /** Rules across fields, the same as in the API. */
  check?(fields: Partial<Fields>, lists: RelatedRecords): readonly BrokenRule[];
  /** Values that are possible but unusual, and changes of a stored record with wide effects: the form asks about them once. */
  unusual?(fields: Partial<Fields>, lists: RelatedRecords, record?: Stored): readonly BrokenRule[];
  /** True for a record that cannot be changed or deleted, such as a built-in group. The screen explains why. */
  fixed?(record: Stored): boolean;
  /** Records that are deleted with it: `3 setores`. Empty when there are none. */
  dependents?(record: Stored, lists: RelatedRecords): readonly string[];
  /** Above the fields, inside the form: a map, a computed value. It uses `useForm`. */
  FormHeader?(props: { record: Stored | undefined; lists: RelatedRecords }): ReactNode;
  /** Below the fields, inside the form. */
  FormFooter?(props: { record: Stored | undefined; lists: RelatedRecords }): ReactNode;
  /** Below the form of a stored record: its history, its messages. */
  SidePanel?(props: { record: Stored; lists: RelatedRecords }): ReactNode;
  /** At the end of the list's toolbar, such as an import. */
  Tools?(props: ToolsProps): ReactNode;
  /** Records to add after a new one, such as a pivot's sectors, from input of the form beside the record's own. */
  related?(saved: Stored, values: FormValues, lists: RelatedRecords): readonly RelatedInsert[];
  /** Input of a copy's form beside the record's own fields, such as a pivot's sectors. */
  copyInput?(source: Stored, lists: RelatedRecords): FormValues;
  /** The time zone of the farm in the form's input; that of the first farm when left out. */
  timeZone?(fields: Partial<Fields>, lists: RelatedRecords): string | undefined;
}

/** A {@link RecordScreenConfig} of any entity. */
export interface AnyScreenConfig extends ScreenConfigOf<AnyRecord, Readonly<Record<string, unknown>>> {
  entity: Kind;
  notCopied?: readonly string[];
}

/** An entity's schema, screen and name, with types that are equal for all entities. */
export interface EntityInfo {
  /** Schema of the own fields. */
  fields: z.ZodType<Record<string, unknown>>;
  screen: Screen;
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

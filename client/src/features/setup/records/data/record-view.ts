import { ClientFields } from "@lamina/shared/client";
import { entityCalls } from "@lamina/shared/endpoint";
import { entities } from "@lamina/shared/entities";
import { storedRecord } from "@lamina/shared/record";
import type { Screen } from "@lamina/shared/rights";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { ComponentType } from "react";
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
export interface Lists {
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
  lists: Lists;
}

/** What a tool of a list knows. */
export interface ToolsProps {
  lists: Lists;
  /** All lists are there: what reads files by them may begin. */
  ready: boolean;
}

/**
 * A kind of record on a screen: how it is listed, asked for and called. The schema, the calls and the rights are those of the
 * entity; everything that lists and forms do is the same for all.
 */
export interface RecordView<Name extends Kind> {
  entity: Name;
  icon: IconName;
  words: RecordWords;
  /** Other entities whose names it shows or offers. */
  uses: readonly Kind[];
  columns: (lists: Lists) => readonly DataColumn<RecordOf<Name>>[];
  groups: (lists: Lists, record: RecordOf<Name> | undefined) => readonly FieldGroup[];
  nameOf: (record: RecordOf<Name>, lists: Lists) => string;
  /** In which order they are listed until somebody sorts them; as the API gives them when left out. */
  order?: (one: RecordOf<Name>, other: RecordOf<Name>) => number;
  /** What a new one begins with, beside the schema's defaults. */
  start?: (lists: Lists) => Partial<FieldsOf<Name>>;
  /** Fields of a copy that must not be the original's, such as a serial number. */
  notCopied?: readonly (keyof FieldsOf<Name> & string)[];
  /** Rules across fields, as the API has them. */
  check?: (fields: Partial<FieldsOf<Name>>, lists: Lists) => readonly BrokenRule[];
  /** True for a record that nobody changes or deletes, such as a group that every client has; it says why itself. */
  fixed?: (record: RecordOf<Name>) => boolean;
  /** What goes with it when it is deleted: `3 setores`. Nothing when it stands alone. */
  goesWith?: (record: RecordOf<Name>, lists: Lists) => readonly string[];
  /** Above the fields, within the form: a map, a computed value. It reads and writes by `useForm`. */
  Above?: ComponentType<PartProps<Name>>;
  /** Beneath the fields, within the form. */
  Below?: ComponentType<PartProps<Name>>;
  /** Beneath the form of a stored record: its history, its messages. */
  Aside?: ComponentType<{ record: RecordOf<Name>; lists: Lists }>;
  /** At the end of the list's toolbar, such as an import. */
  Tools?: ComponentType<ToolsProps>;
  /** The time zone of the farm that it is about, as it is written; the first farm's when left out. */
  timeZone?: (fields: Partial<FieldsOf<Name>>, lists: Lists) => string | undefined;
}

/** A record of whatever entity: what lists and forms need of it. */
export type AnyRecord = { _id: string; clientId: string; updatedAt: string } & Readonly<Record<string, unknown>>;

/** A {@link RecordView} as lists and forms use it, which do not care which entity it is of. */
export interface AnyView
  extends Omit<
    RecordView<Kind>,
    | "columns"
    | "groups"
    | "nameOf"
    | "order"
    | "start"
    | "notCopied"
    | "check"
    | "fixed"
    | "goesWith"
    | "Above"
    | "Below"
    | "Aside"
    | "timeZone"
  > {
  columns: (lists: Lists) => readonly DataColumn<AnyRecord>[];
  groups: (lists: Lists, record: AnyRecord | undefined) => readonly FieldGroup[];
  nameOf: (record: AnyRecord, lists: Lists) => string;
  order?: (one: AnyRecord, other: AnyRecord) => number;
  start?: (lists: Lists) => Readonly<Record<string, unknown>>;
  notCopied?: readonly string[];
  check?: (fields: Readonly<Record<string, unknown>>, lists: Lists) => readonly BrokenRule[];
  fixed?: (record: AnyRecord) => boolean;
  goesWith?: (record: AnyRecord, lists: Lists) => readonly string[];
  Above?: ComponentType<{ record: AnyRecord | undefined; lists: Lists }>;
  Below?: ComponentType<{ record: AnyRecord | undefined; lists: Lists }>;
  Aside?: ComponentType<{ record: AnyRecord; lists: Lists }>;
  timeZone?: (fields: Readonly<Record<string, unknown>>, lists: Lists) => string | undefined;
}

/** Checks a description against its entity, and forgets which one it was. */
export function recordView<Name extends Kind>(view: RecordView<Name>): AnyView {
  return view as unknown as AnyView;
}

/** The calls of any entity, with the types that all of them share. */
export interface AnyCalls {
  /** Own fields. */
  fields: z.ZodType;
  screen: Screen;
  /** As the API names it: `PivotSector`. */
  name: string;
}

/** Schema, screen and name of an entity. */
export function factsOf(entity: Kind): AnyCalls {
  const { getByClient, insert } = kinds[entity];
  const body: z.ZodObject = insert.body;
  return {
    fields: body.omit({ clientId: true }),
    screen: getByClient.access?.screen ?? "config",
    name: getByClient.path.split("/")[1] ?? "",
  };
}

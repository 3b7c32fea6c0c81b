import type { AnyScreenConfig, RecordOf, RecordScreenConfig, RelatedRecords } from "../records/data/screen-config.ts";
import { GroupNote } from "./group-note.tsx";
import { wholeMatrix } from "./matrix.ts";
import { RightsMatrix } from "./rights-matrix.tsx";
import { text } from "./text.ts";

const membersOf = ({ _id }: Pick<RecordOf<"usersGroup">, "_id">, lists: RelatedRecords) =>
  lists.of("user").filter(({ groupId }) => groupId === _id).length;

/** The rights of a group of users. Built-in groups cannot be changed, and a group with users cannot be deleted. */
export const groupView: AnyScreenConfig = {
  entity: "usersGroup",
  icon: "group",
  words: text.words,
  uses: ["user"],
  columns: (lists) => [
    { key: "name", header: text.name, value: ({ name }) => name },
    { key: "users", header: text.users, kind: "number", decimals: 0, value: (group) => membersOf(group, lists) },
    { key: "kind", header: text.kind, value: ({ builtIn }) => (builtIn ? text.builtIn : text.own), facet: true },
    {
      key: "screens",
      header: text.seen,
      kind: "number",
      decimals: 0,
      value: ({ permissions }) => permissions.filter(({ view }) => view).length,
    },
  ],
  groups: () => [
    {
      title: text.identity,
      fields: [
        { path: "name", label: text.name, wide: true },
        { path: "secondFactor", label: text.secondFactor, hint: text.secondFactorHint, wide: true },
      ],
    },
    {
      title: text.rights,
      hint: text.rightsHint,
      fields: [{ path: "permissions", label: text.rights, widget: RightsMatrix }],
    },
  ],
  start: () => ({ permissions: wholeMatrix([]) }),
  fixed: ({ builtIn }) => builtIn === true,
  nameOf: ({ name }) => name,
  FormHeader: ({ record }) => <GroupNote record={record} />,
} satisfies RecordScreenConfig<"usersGroup">;

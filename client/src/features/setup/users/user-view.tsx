import { RecordFiles } from "../importing/records/record-files.tsx";
import { recordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { InviteCard } from "./invite-card.tsx";
import { text } from "./text.ts";
import { userFile } from "./user-file.ts";
import { userState } from "./user-state.ts";

/**
 * The users of this client, with their groups and farms. The API prevents removing the last administrator and oneself.
 */
export const userView: AnyScreenConfig = {
  entity: "user",
  icon: "user",
  words: text.words,
  uses: ["usersGroup", "farm"],
  columns: (lists) => [
    { key: "name", header: text.name, value: ({ name }) => name },
    {
      key: "group",
      header: text.group,
      value: (user) => lists.find("usersGroup", user.groupId)?.name ?? null,
      facet: true,
    },
    { key: "state", header: text.state, value: (user) => text.states[userState(user)], facet: true },
    { key: "userName", header: text.userName, value: ({ userName }) => userName },
    {
      key: "farms",
      header: text.farms,
      value: ({ farmIds }) =>
        farmIds.length === 0
          ? text.allFarms
          : farmIds.flatMap((id) => lists.find("farm", id)?.name ?? []).join(", ") || text.noFarm,
    },
    {
      key: "lastAccess",
      header: text.lastAccess,
      kind: "moment",
      value: ({ lastAccess }) => (lastAccess ? Date.parse(lastAccess) : null),
    },
    { key: "email", header: text.email, value: ({ email }) => email ?? null, optional: true },
    { key: "phone", header: text.phone, value: ({ phone }) => phone ?? null, optional: true },
  ],
  groups: (lists) => [
    {
      title: text.identity,
      fields: [
        { path: "name", label: text.name },
        { path: "userName", label: text.userName, hint: text.userNameHint },
        { path: "email", label: text.email },
        { path: "phone", label: text.phone },
      ],
    },
    {
      title: text.access,
      fields: [
        { path: "groupId", label: text.group, options: recordOptions(lists.of("usersGroup"), ({ name }) => name) },
        { path: "active", label: text.active, hint: text.activeHint },
        {
          path: "farmIds",
          label: text.farms,
          hint: text.farmsHint,
          wide: true,
          options: recordOptions(lists.of("farm"), ({ name }) => name),
        },
      ],
    },
  ],
  notCopied: ["userName", "email", "phone"],
  nameOf: ({ name }) => name,
  SidePanel: InviteCard,
  Tools: (props) => (
    <RecordFiles {...props} file={userFile(props.lists)} title={text.words.many} note={text.fileNote} />
  ),
} satisfies RecordScreenConfig<"user">;

import { UserFields } from "@lamina/shared/access/user";
import type { RecordFile } from "../importing/records/record-file.ts";
import { recordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { text } from "./text.ts";

/** Users as a table, without passwords: each person sets their own. */
export const userFile = (lists: RelatedRecords): RecordFile => ({
  kind: "user",
  identity: ["userName"],
  isExact: true,
  schema: UserFields.omit({ language: true }),
  fields: [
    { path: "name", label: text.name, names: /^(nome completo|pessoa|usuario)$/ },
    { path: "userName", label: text.userName, names: /^login$/ },
    { path: "email", label: text.email, names: /^e-?mail$/ },
    { path: "phone", label: text.phone, names: /^(celular|telefone)/ },
    {
      path: "groupId",
      label: text.group,
      options: recordOptions(lists.of("usersGroup"), ({ name }) => name),
      once: true,
    },
    {
      path: "farmIds",
      label: text.farms,
      options: recordOptions(lists.of("farm"), ({ name }) => name),
      none: text.allFarms,
    },
    { path: "active", label: text.active },
  ],
});

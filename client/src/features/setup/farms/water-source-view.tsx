import { unusualSource } from "@lamina/shared/records/unusual";
import { onlyOne, recordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig, RelatedRecords } from "../records/data/screen-config.ts";
import { text } from "./text.ts";

const words = text.source;
const usersOf = (id: string, lists: RelatedRecords) =>
  lists.of("pivot").filter(({ waterSourceId }) => waterSourceId === id);

/** Pump stations and intakes, and the systems that use them. */
export const waterSourceView: AnyScreenConfig = {
  entity: "waterSource",
  icon: "drop",
  words: words.words,
  uses: ["farm", "pivot"],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name }) => name },
    { key: "farm", header: words.farm, value: ({ farmId }) => lists.find("farm", farmId)?.name ?? null, facet: true },
    { key: "capacity", header: words.capacity, unit: "m³/h", kind: "number", value: ({ capacityM3h }) => capacityM3h },
    {
      key: "demand",
      header: words.demand,
      unit: "m³/h",
      kind: "number",
      value: ({ _id }) => usersOf(_id, lists).reduce((sum, { flowM3h }) => sum + flowM3h, 0),
    },
    {
      key: "users",
      header: words.users,
      value: ({ _id }) =>
        usersOf(_id, lists)
          .map(({ name }) => name)
          .join(", "),
    },
  ],
  groups: (lists) => [
    {
      title: words.identity,
      fields: [
        { path: "name", label: words.name },
        { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) },
        { path: "capacityM3h", label: words.capacity },
      ],
    },
  ],
  start: (lists) => {
    const farmId = onlyOne(lists.of("farm"));
    return farmId ? { farmId } : {};
  },
  unusual: unusualSource,
  nameOf: ({ name }) => name,
} satisfies RecordScreenConfig<"waterSource">;

import { unusualPermit } from "@lamina/shared/records/unusual";
import { onlyOne, recordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { text } from "./text.ts";

const words = text.permit;

/** Water permits (outorgas) and the systems that they cover. */
export const permitView: AnyScreenConfig = {
  entity: "waterPermit",
  icon: "drop",
  words: words.words,
  uses: ["farm", "pivot"],
  columns: (lists) => [
    { key: "number", header: words.number, value: ({ number }) => number },
    { key: "farm", header: words.farm, value: ({ farmId }) => lists.find("farm", farmId)?.name ?? null, facet: true },
    { key: "month", header: words.month, unit: "m³", kind: "number", value: ({ m3Month }) => m3Month },
    { key: "until", header: words.until, kind: "day", value: ({ validUntil }) => validUntil ?? null },
    { key: "rate", header: words.rate, unit: "m³/h", kind: "number", value: ({ m3hMax }) => m3hMax ?? null },
    {
      key: "pivots",
      header: words.pivots,
      value: ({ pivotIds, active }) => {
        if (active === false) return words.ended;
        return pivotIds.length === 0
          ? words.allPivots
          : pivotIds.map((id) => lists.find("pivot", id)?.name ?? id).join(", ");
      },
    },
  ],
  groups: (lists) => [
    {
      title: words.identity,
      fields: [
        { path: "number", label: words.number },
        { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) },
        { path: "validUntil", label: words.until },
        {
          path: "pivotIds",
          label: words.pivots,
          hint: words.pivotsHint,
          wide: true,
          options: recordOptions(lists.of("pivot"), ({ name }) => name),
        },
      ],
    },
    {
      title: words.limits,
      fields: [
        { path: "m3Month", label: words.month },
        { path: "m3hMax", label: words.rate },
        { path: "hoursDay", label: words.hours },
        { path: "daysMonth", label: words.days },
      ],
    },
  ],
  start: (lists) => {
    const farmId = onlyOne(lists.of("farm"));
    return farmId ? { farmId } : {};
  },
  unusual: unusualPermit,
  notCopied: ["number"],
  nameOf: ({ number }) => number,
} satisfies RecordScreenConfig<"waterPermit">;

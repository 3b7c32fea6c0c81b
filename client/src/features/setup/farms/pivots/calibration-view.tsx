import { checkMachineCalibration } from "@lamina/shared/records/machine-calibration";
import { formatDay } from "../../../../ui/format.ts";
import { onlyOne, recordOptions, wordOptions } from "../../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../../records/data/screen-config.ts";
import { text } from "../text.ts";
import { CansField } from "./cans-field.tsx";

const words = text.calibration;

/** Measurements at machines: catch cans, timed revolutions and flows. */
export const calibrationView: AnyScreenConfig = {
  entity: "machineCalibration",
  icon: "pivot",
  words: words.words,
  uses: ["pivot", "farm"],
  columns: (lists) => [
    {
      key: "pivot",
      header: words.pivot,
      value: ({ pivotId }) => lists.find("pivot", pivotId)?.name ?? null,
      facet: true,
    },
    { key: "date", header: words.date, value: ({ date }) => formatDay(date) },
    { key: "kind", header: words.kind, value: ({ kind }) => words.kinds[kind], facet: true },
    { key: "percent", header: words.percent, unit: "%", kind: "number", value: ({ percent }) => percent ?? null },
    { key: "hours", header: words.hours, unit: "h", kind: "number", value: ({ hours }) => hours ?? null },
    { key: "flow", header: words.flow, unit: "m³/h", kind: "number", value: ({ flowM3h }) => flowM3h ?? null },
  ],
  groups: (lists) => [
    {
      title: words.identity,
      hint: words.hint,
      fields: [
        { path: "pivotId", label: words.pivot, options: recordOptions(lists.of("pivot"), ({ name }) => name) },
        { path: "date", label: words.date, hint: words.dateHint },
        { path: "kind", label: words.kind, options: wordOptions(words.kinds) },
        { path: "percent", label: words.percent, hint: words.percentHint },
        { path: "hours", label: words.hours, hint: words.hoursHint },
        { path: "flowM3h", label: words.flow, hint: words.flowHint },
        { path: "cans", label: words.cans, widget: CansField },
        { path: "note", label: words.note, widget: "long" },
      ],
    },
  ],
  start: (lists) => {
    const pivotId = onlyOne(lists.of("pivot"));
    return { kind: "cans", ...(pivotId && { pivotId }) };
  },
  check: checkMachineCalibration,
  nameOf: ({ pivotId, kind, date }, lists) =>
    [lists.find("pivot", pivotId)?.name, words.kinds[kind], formatDay(date)].filter(Boolean).join(" · "),
} satisfies RecordScreenConfig<"machineCalibration">;

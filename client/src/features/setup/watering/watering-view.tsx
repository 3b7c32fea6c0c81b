import { checkWatering } from "@lamina/shared/records/irrigation";
import { unusualWatering } from "@lamina/shared/records/unusual";
import { now } from "../../../platform/clock.ts";
import { sum } from "../../../ui/data-table/columns.ts";
import { decimalsOf, formatDateTime } from "../../../ui/format.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { sectorName, sectorOptions, sectorTimeZone } from "../records/data/sectors.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { AmountInput } from "./amount-input.tsx";
import { text } from "./text.ts";
import { WateringImport } from "./watering-import.tsx";

const words = text.watering;

/** Waterings: depth, sector and time. The user gives depth, panel setting or hours, and the API computes the others. */
export const wateringView: AnyScreenConfig = {
  entity: "watering",
  icon: "drop",
  words: words.words,
  uses: ["pivotSector", "pivot", "farm"],
  columns: (lists) => [
    {
      key: "sector",
      header: words.sector,
      value: ({ sectorId }) => sectorName(lists, sectorId),
      facet: true,
      inFiles: true,
    },
    {
      key: "start",
      header: words.start,
      kind: "moment",
      value: ({ start }) => Date.parse(start),
      inFiles: true,
      timeZone: ({ sectorId }) => sectorTimeZone(lists, sectorId),
    },
    {
      key: "end",
      header: words.end,
      kind: "moment",
      value: ({ end }) => (end ? Date.parse(end) : null),
      timeZone: ({ sectorId }) => sectorTimeZone(lists, sectorId),
      optional: true,
      inFiles: true,
    },
    {
      key: "gross",
      header: words.gross,
      unit: "mm",
      kind: "number",
      value: ({ grossMm }) => grossMm,
      inFiles: true,
    },
    { key: "net", header: words.net, unit: "mm", kind: "number", value: ({ netMm }) => netMm, offCards: true },
    {
      key: "percent",
      offCards: true,
      header: words.percent,
      unit: "%",
      kind: "number",
      decimals: 0,
      value: ({ percent }) => percent ?? null,
      inFiles: true,
    },
    {
      key: "hours",
      offCards: true,
      header: words.hours,
      unit: "h",
      kind: "number",
      value: ({ hours }) => hours ?? null,
      inFiles: true,
    },
    {
      key: "volume",
      offCards: true,
      header: words.volume,
      unit: "m³",
      kind: "number",
      value: ({ volumeM3 }) => volumeM3 ?? null,
      total: sum(({ volumeM3 }) => volumeM3 ?? null, decimalsOf("m³")),
    },
    { key: "source", header: words.source, value: ({ source }) => words.sources[source], facet: true },
    { key: "reason", header: words.reason, value: ({ reason }) => reason ?? null, optional: true, inFiles: true },
    { key: "note", header: words.note, value: ({ note }) => note ?? null, optional: true, inFiles: true },
    { key: "_id", header: words.code, value: ({ _id }) => _id, optional: true, inFiles: true },
  ],
  groups: (lists) => [
    {
      title: words.place,
      fields: [
        { path: "sectorId", label: words.sector, options: sectorOptions(lists), wide: true },
        { path: "start", label: words.start, widget: "moment" },
        { path: "end", label: words.end, widget: "moment" },
      ],
    },
    {
      title: words.applied,
      hint: words.appliedHint,
      fields: [
        { path: "grossMm", label: words.gross, widget: AmountInput, wide: false },
        { path: "percent", label: words.percent, widget: AmountInput, wide: false },
        { path: "hours", label: words.hours, widget: AmountInput, wide: false },
      ],
    },
    {
      title: words.notes,
      fields: [
        { path: "reason", label: words.reason },
        { path: "note", label: words.note, widget: "long", wide: true },
      ],
    },
  ],
  start: () => ({ start: new Date(now()).toISOString() }),
  notCopied: ["percent", "hours"],
  check: (fields) => checkWatering(fields, now()),
  unusual: unusualWatering,
  nameOf: ({ sectorId, start }, lists) =>
    words.name(
      sectorName(lists, sectorId) ?? words.words.one,
      formatDateTime(start, sectorTimeZone(lists, sectorId) ?? DEFAULT_TIMEZONE),
    ),
  timeZone: ({ sectorId }, lists) => sectorTimeZone(lists, sectorId),
  Tools: WateringImport,
} satisfies RecordScreenConfig<"watering">;

import { farmDay } from "@lamina/shared/core/farm-time";
import { checkCanopy } from "@lamina/shared/records/season/canopy";
import { unusualCanopy } from "@lamina/shared/records/unusual";
import { now } from "../../../../platform/clock.ts";
import { formatDay } from "../../../../ui/format.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../../records/data/screen-config.ts";
import { sectorName, sectorOptions, sectorTimeZone } from "../../records/data/sectors.ts";
import { firstTimeZone } from "../../records/data/time-zone.ts";
import { text } from "../text.ts";
import { CanopyImport } from "./canopy-import.tsx";
import { CoverField } from "./cover-field.tsx";

const words = text.canopy;

/** Observed covers of the ground, by a person or by NDVI. */
export const canopyView: AnyScreenConfig = {
  entity: "canopyObservation",
  icon: "chart",
  words: words.words,
  uses: ["pivotSector", "pivot", "farm"],
  columns: (lists) => [
    { key: "date", header: words.date, kind: "day", value: ({ date }) => date, inFiles: true },
    {
      key: "sector",
      header: words.sector,
      value: ({ sectorId }) => sectorName(lists, sectorId),
      facet: true,
      inFiles: true,
    },
    {
      key: "coverPct",
      header: words.cover,
      unit: "%",
      kind: "number",
      decimals: 0,
      value: ({ coverPct }) => coverPct ?? null,
      inFiles: true,
    },
    {
      key: "ndvi",
      header: words.ndvi,
      kind: "number",
      decimals: 2,
      value: ({ ndvi }) => ndvi ?? null,
      inFiles: true,
    },
    {
      key: "counted",
      header: words.counted,
      unit: "%",
      kind: "number",
      decimals: 0,
      value: ({ cover }) => 100 * cover,
    },
    {
      key: "source",
      header: words.source,
      value: ({ coverSource, ndvi }) => words.sources[coverSource ?? (ndvi == null ? "eye" : "ndvi")],
      optional: true,
    },
    { key: "note", header: words.note, value: ({ note }) => note ?? null, optional: true, inFiles: true },
    { key: "_id", header: words.code, value: ({ _id }) => _id, optional: true, inFiles: true },
  ],
  groups: (lists) => [
    {
      title: words.fields,
      hint: words.hint,
      fields: [
        { path: "sectorId", label: words.sector, options: sectorOptions(lists), wide: true },
        { path: "date", label: words.date },
        { path: "coverPct", label: words.cover, hint: words.coverHint, widget: CoverField, wide: false },
        { path: "ndvi", label: words.ndvi, hint: words.ndviHint },
        { path: "note", label: words.note, widget: "long", wide: true },
      ],
    },
  ],
  start: (lists) => ({ date: farmDay(now(), firstTimeZone(lists)) }),
  check: (fields) => checkCanopy(fields, now()),
  unusual: unusualCanopy,
  nameOf: ({ sectorId, date }, lists) => words.name(sectorName(lists, sectorId) ?? words.words.one, formatDay(date)),
  timeZone: ({ sectorId }, lists) => sectorTimeZone(lists, sectorId),
  Tools: CanopyImport,
} satisfies RecordScreenConfig<"canopyObservation">;

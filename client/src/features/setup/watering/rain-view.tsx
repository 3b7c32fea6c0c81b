import { farmDay } from "@lamina/shared/core/farm-time";
import { unusualRain } from "@lamina/shared/records/unusual";
import { checkRain } from "@lamina/shared/records/weather";
import { now } from "../../../platform/clock.ts";
import { type DataColumn, shownText } from "../../../ui/data-table/columns.ts";
import { recordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordOf, RecordScreenConfig, RelatedRecords } from "../records/data/screen-config.ts";
import { sectorName, sectorOptions, sectorTimeZone } from "../records/data/sectors.ts";
import { DEFAULT_TIMEZONE, firstTimeZone } from "../records/data/time-zone.ts";
import { RainImport } from "./rain-import.tsx";
import { text } from "./text.ts";

const words = text.rain;
const placeOf = ({ farmId, sectorId }: Pick<RecordOf<"rain">, "farmId" | "sectorId">, lists: RelatedRecords) =>
  sectorName(lists, sectorId) ?? lists.find("farm", farmId)?.name ?? null;

/** The place as an import reads it, and the record. */
const placeColumns = (lists: RelatedRecords): DataColumn<RecordOf<"rain">>[] => [
  {
    key: "farm",
    header: words.farm,
    value: ({ farmId }) => lists.find("farm", farmId)?.name ?? null,
    optional: true,
    inFiles: true,
  },
  {
    key: "sector",
    header: words.sector,
    value: ({ sectorId }) => sectorName(lists, sectorId),
    optional: true,
    inFiles: true,
  },
  { key: "_id", header: words.code, value: ({ _id }) => _id, optional: true, inFiles: true },
];

/** Rain records of a farm or of one sector, by a user or a device. */
export const rainView: AnyScreenConfig = {
  entity: "rain",
  icon: "rain",
  words: words.words,
  uses: ["farm", "pivotSector", "pivot"],
  columns: (lists) => [
    { key: "place", header: words.place, value: (rain) => placeOf(rain, lists), facet: true },
    { key: "date", header: words.date, kind: "day", value: ({ date }) => date, inFiles: true },
    { key: "mm", header: words.mm, unit: "mm", kind: "number", value: ({ mm }) => mm, inFiles: true },
    {
      key: "effective",
      header: words.effective,
      unit: "mm",
      kind: "number",
      value: (rain) => rain.effectiveMm ?? null,
      offCards: true,
    },
    { key: "source", header: words.source, value: ({ source }) => words.sources[source], facet: true },
    { key: "note", header: words.note, value: ({ note }) => note ?? null, inFiles: true },
    ...placeColumns(lists),
  ],
  groups: (lists) => [
    {
      title: words.fields,
      hint: words.placeHint,
      fields: [
        { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) },
        { path: "sectorId", label: words.sector, options: sectorOptions(lists) },
        { path: "date", label: words.date },
        { path: "mm", label: words.mm },
        { path: "note", label: words.note, widget: "long", wide: true },
      ],
    },
  ],
  start: (lists) => {
    const [farm] = lists.of("farm");
    const date = farmDay(now(), firstTimeZone(lists));
    return farm ? { date, farmId: farm._id } : { date };
  },
  check: (fields) => checkRain(fields, now()),
  unusual: unusualRain,
  nameOf: (rain, lists) =>
    words.name(placeOf(rain, lists) ?? words.words.one, shownText({ kind: "day" }, rain.date, DEFAULT_TIMEZONE)),
  timeZone: ({ sectorId, farmId }, lists) => sectorTimeZone(lists, sectorId) ?? lists.find("farm", farmId)?.timezone,
  Tools: RainImport,
} satisfies RecordScreenConfig<"rain">;

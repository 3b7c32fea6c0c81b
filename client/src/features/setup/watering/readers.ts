import { Id } from "@lamina/shared/core/record";
import { checkWatering, WateringFields } from "@lamina/shared/records/irrigation";
import { unusualRain, unusualWatering } from "@lamina/shared/records/unusual";
import { checkRain, RainFields } from "@lamina/shared/records/weather";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { now } from "../../../platform/clock.ts";
import { monthRows } from "../../../ui/import/month-rows.ts";
import type { RowReader } from "../importing/import-field.ts";
import { recordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { sectorOptions, sectorTimeZone } from "../records/data/sectors.ts";
import { DEFAULT_TIMEZONE, firstTimeZone } from "../records/data/time-zone.ts";
import { text } from "./text.ts";

/** Reads waterings from a file, also from their own export. Its moments are in the zone of the sector's farm. */
export function wateringReader(lists: RelatedRecords): RowReader {
  const words = text.watering;
  return {
    fields: [
      { path: "sectorId", label: words.sector, options: sectorOptions(lists) },
      { path: "start", label: words.start, widget: "moment" },
      { path: "end", label: words.end, widget: "moment" },
      { path: "grossMm", label: words.gross },
      { path: "percent", label: words.percent },
      { path: "hours", label: words.hours },
      { path: "reason", label: words.reason },
      { path: "note", label: words.note },
      { path: "_id", label: words.code },
    ],
    schema: WateringFields.extend({ _id: Id.optional() }),
    timeZone: ({ sectorId }) => sectorTimeZone(lists, sectorId) ?? firstTimeZone(lists),
    check: (row) => fieldErrors(checkWatering(row, now())),
    unusual: (row) => fieldErrors(unusualWatering(row)),
  };
}

/** Begins the values of sectors among those of farms. */
const SECTOR = "sector:";

/** Reads rain records from a file, also from their own export. */
export function rainReader(lists: RelatedRecords): RowReader {
  const words = text.rain;
  return {
    fields: [
      {
        path: "farmId",
        label: words.farm,
        once: true,
        unless: "sectorId",
        options: [
          ...recordOptions(lists.of("farm"), ({ name }) => name),
          // Older exports have the sector in this column.
          ...sectorOptions(lists).map(({ value, label }) => ({ value: `${SECTOR}${value}`, label })),
        ],
      },
      { path: "sectorId", label: words.sector, options: sectorOptions(lists) },
      { path: "date", label: words.date },
      { path: "mm", label: words.mm, names: /chuva|precip|pluvi|^mm$/, except: /max|total|efetiva|acumulad|prob/ },
      { path: "note", label: words.note },
      { path: "_id", label: words.code },
    ],
    schema: RainFields.extend({ _id: Id.optional() }),
    arrange: monthRows,
    timeZone: () => DEFAULT_TIMEZONE,
    finish: ({ farmId, ...row }) => {
      if (farmId === undefined) return row;
      const isSector = String(farmId).startsWith(SECTOR);
      return isSector ? { ...row, sectorId: String(farmId).slice(SECTOR.length) } : { ...row, farmId };
    },
    check: (row) => fieldErrors(checkRain(row, now())),
    unusual: (row) => fieldErrors(unusualRain(row)),
  };
}

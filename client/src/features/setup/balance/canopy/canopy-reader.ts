import { Id } from "@lamina/shared/core/record";
import { CanopyObservationFields, checkCanopy } from "@lamina/shared/records/season/canopy";
import { unusualCanopy } from "@lamina/shared/records/unusual";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { now } from "../../../../platform/clock.ts";
import { isNamed, type RowReader } from "../../importing/import-field.ts";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { sectorOptions } from "../../records/data/sectors.ts";
import { DEFAULT_TIMEZONE } from "../../records/data/time-zone.ts";
import { text } from "../text.ts";

/**
 * Reads observed covers from a file: one a row, as in their own export, or a series of a satellite with a column of days
 * and a column of NDVI for each sector.
 */
export function canopyReader(lists: RelatedRecords): RowReader {
  const words = text.canopy;
  const [sector, day, ndvi] = [
    { path: "sectorId", label: words.sector, options: sectorOptions(lists) },
    { path: "date", label: words.date },
    { path: "ndvi", label: words.ndvi },
  ] as const;
  const fields = [
    sector,
    day,
    { path: "coverPct", label: words.cover },
    ndvi,
    { path: "note", label: words.note },
    { path: "_id", label: words.code },
  ];
  return {
    fields,
    schema: CanopyObservationFields.extend({ _id: Id.optional() }),
    timeZone: () => DEFAULT_TIMEZONE,
    arrange: (cells) => {
      const [header = [], ...rows] = cells;
      const at = header.findIndex((name) => isNamed(day, name));
      const others = fields.filter((field) => field !== day);
      if (at < 0 || header.some((name) => others.some((field) => isNamed(field, name)))) return cells;
      const seen = rows.flatMap((row) =>
        header.flatMap((name, column) => {
          const cell = row[column] ?? "";
          return column === at || name === "" || cell === "" ? [] : [[name, row[at] ?? "", cell]];
        }),
      );
      return [[sector.label, day.label, ndvi.label], ...seen];
    },
    check: (row) => fieldErrors(checkCanopy(row, now())),
    unusual: (row) => fieldErrors(unusualCanopy(row)),
  };
}

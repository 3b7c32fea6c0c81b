import { formatNumber } from "../../../../ui/format.ts";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";
import { text } from "../text.ts";
import { PivotRecords } from "./pivot-records.tsx";
import { areaOf } from "./sector-view.tsx";

const words = text.sectorsOfPivot;

/** Below the form of a pivot: its sectors in the direction of travel, each with its area, soil and crop. */
export function PivotSectors({ record, lists }: { record: RecordOf<"pivot">; lists: RelatedRecords }) {
  const sectors = lists
    .of("pivotSector")
    .filter(({ pivotId }) => pivotId === record._id)
    .sort((one, other) => one.angleStart - other.angleStart);
  const records = sectors.map((sector) => ({
    id: sector._id,
    name: sector.name,
    facts: [
      `${sector.angleStart}° → ${sector.angleEnd}°`,
      words.area(formatNumber(areaOf(sector, lists), 1)),
      lists.find("soil", sector.soilId)?.name,
      cropOf(sector, lists),
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  return (
    <PivotRecords
      pivotId={record._id}
      title={words.title}
      part="setores"
      words={text.sectorPart.words}
      records={records}
    />
  );
}

/** The crop of a sector's active season. */
function cropOf({ _id }: RecordOf<"pivotSector">, lists: RelatedRecords): string {
  const season = lists.of("season").find(({ sectorId, status }) => sectorId === _id && status === "active");
  return (season && lists.find("crop", season.cropId)?.name) ?? words.noSeason;
}

import { Link } from "react-router-dom";
import { useRights } from "../../../../core/rights/use-rights.ts";
import { ButtonLink } from "../../../../ui/controls/button.tsx";
import { formatNumber } from "../../../../ui/format.ts";
import { Card } from "../../../../ui/layout/card.tsx";
import { partAddress } from "../../records/data/params.ts";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";
import styles from "../land.module.css";
import { text } from "../text.ts";
import { areaOf } from "./sector-view.tsx";

const words = text.sectorsOfPivot;

/** Below the form of a pivot: its sectors in the direction of travel, each with its area, soil and crop. */
export function PivotSectors({ record, lists }: { record: RecordOf<"pivot">; lists: RelatedRecords }) {
  const { can } = useRights();
  const sectors = lists
    .of("pivotSector")
    .filter(({ pivotId }) => pivotId === record._id)
    .sort((one, other) => one.angleStart - other.angleStart);
  return (
    <Card
      title={words.title}
      aside={
        can("farms", "create") && (
          <ButtonLink
            variant="quiet"
            to={partAddress("setores", { kind: "new", copyOf: null, given: { pivotId: record._id } })}
          >
            {text.sectorPart.words.add}
          </ButtonLink>
        )
      }
    >
      {sectors.length === 0 ? (
        <p className="hint">{text.sectorPart.words.emptyHint}</p>
      ) : (
        <ul className={styles.sectors}>
          {sectors.map((sector) => (
            <li key={sector._id}>
              <Link to={partAddress("setores", { kind: "record", id: sector._id })}>{sector.name}</Link>
              <span>
                {[
                  `${sector.angleStart}° → ${sector.angleEnd}°`,
                  words.area(formatNumber(areaOf(sector, lists), 1)),
                  lists.find("soil", sector.soilId)?.name,
                  cropOf(sector, lists),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The crop of a sector's active season. */
function cropOf({ _id }: RecordOf<"pivotSector">, lists: RelatedRecords): string {
  const season = lists.of("season").find(({ sectorId, status }) => sectorId === _id && status === "active");
  return (season && lists.find("crop", season.cropId)?.name) ?? words.noSeason;
}

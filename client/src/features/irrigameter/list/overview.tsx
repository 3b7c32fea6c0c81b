import { TypeChart } from "@lamina/shared/records/client";
import { Link } from "react-router-dom";
import { classNames } from "../../../ui/class-names.ts";
import { Card } from "../../../ui/layout/card.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { CardDiagram } from "../card/card-diagram.tsx";
import { text } from "../text.ts";
import styles from "./overview.module.css";

const CIRCLE_PX = 168;
const RULER_PX = 236;

/** All faces side by side: the circles as the farm lies, the rulers in a row like the instruments in the field. */
export function Overview({ units }: { units: readonly IrrigationCard[] }) {
  const { typeChart, addressOf } = useBoard();
  const isBar = typeChart === TypeChart.bar;
  if (units.length === 0) return null;
  return (
    <Card title={text.overview}>
      <ul className={classNames(styles.faces, isBar && `${styles.row} scrolls-sideways`)}>
        {units.map((unit) => (
          <li key={unit.key}>
            <Link
              to={addressOf({ sectorId: unit.mostUrgentSector.sector._id })}
              className={styles.link}
              preventScrollReset
            >
              <CardDiagram unit={unit} size={isBar ? RULER_PX : CIRCLE_PX} />
              <span className={styles.name}>{unit.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

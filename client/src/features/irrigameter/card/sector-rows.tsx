import { soilStatus } from "@lamina/shared/views/urgency";
import { Link } from "react-router-dom";
import { isCalm } from "../../../field/risk.ts";
import { Status } from "../../../field/status.tsx";
import { formatAmount } from "../../../ui/format.ts";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import { depletionNow, storageOf } from "./recommendation.ts";
import styles from "./sector-rows.module.css";
import { measuredDepletion, measuredStorage } from "./sensors.ts";

/** The sectors of a pivot, one row each, with a link to the sector. */
export function SectorRows({ unit, selected }: { unit: IrrigationCard; selected: string | null }) {
  const { mode, addressOf } = useCardContext();
  return (
    <ul className={styles.rows} data-control>
      <li className={styles.head} aria-hidden="true">
        <span className={styles.measure}>{text.rows.depletion}</span>
        <span className={styles.measure}>{text.rows.storage}</span>
      </li>
      {unit.sectors.map((card) => {
        const { _id, name } = card.sector;
        const isOpen = _id === selected;
        return (
          <li key={_id}>
            <Link
              to={addressOf(isOpen ? null : { sectorId: _id })}
              className={styles.row}
              aria-current={isOpen || undefined}
            >
              <span className={styles.name}>{name}</span>
              <span className="grid">
                <Status kind={soilStatus(card, mode)} calm={isCalm(soilStatus(card, mode), unit.day)} />
              </span>
              <span className={styles.number}>
                <span className="only-read">{text.rows.depletion} </span>
                {mm(mode === "sensor" ? measuredDepletion(card) : depletionNow(card))}
              </span>
              <span className={styles.number}>
                <span className="only-read">{text.rows.storage} </span>
                {formatAmount(mode === "sensor" ? measuredStorage(card) : storageOf(card), "%")}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

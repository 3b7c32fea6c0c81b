import { memo } from "react";
import { Link } from "react-router-dom";
import { classNames } from "../../../ui/class-names.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { AdviceLine } from "./advice-line.tsx";
import { CardDiagram } from "./card-diagram.tsx";
import { measuredDecision } from "./recommendation.ts";
import { RowActions } from "./sector-actions.tsx";
import { CardAlerts } from "./sector-notes.tsx";
import cardStyles from "./unit-card.module.css";
import { UnitPending } from "./unit-pending.tsx";
import styles from "./unit-row.module.css";
import { UnitState } from "./unit-state.tsx";

const FIGURE_PX = 52;

/** The small figure of a machine at the start of its row. */
export const RowFigure = memo(function RowFigure({ unit }: { unit: IrrigationCard }) {
  return <CardDiagram unit={unit} size={FIGURE_PX} />;
});

/**
 * A pivot or a sector as a dense row: its figure, its status in a word, one number (the setting), and the actions of
 * every day. The rest is on the card and in the detail.
 */
export const UnitRow = memo(function UnitRow({ unit, selected }: { unit: IrrigationCard; selected: string | null }) {
  const { mode, addressOf } = useCardContext();
  const { name, farm, sectors, mostUrgentSector } = unit;
  const isOpen = sectors.some(({ sector }) => sector._id === selected);
  const shown = sectors.find(({ sector }) => sector._id === selected) ?? mostUrgentSector;
  return (
    <article className={classNames(styles.row, isOpen && cardStyles.open)} aria-label={name}>
      <div className={styles.face}>
        <RowFigure unit={unit} />
      </div>
      <div className={styles.who}>
        <h2 className={styles.name}>
          <Link
            to={addressOf(isOpen ? null : { sectorId: shown.sector._id })}
            className={cardStyles.link}
            aria-current={isOpen || undefined}
          >
            {name}
          </Link>
          <span className="fine-print regular">{farm.name}</span>
        </h2>
        <UnitState unit={unit} />
      </div>
      <div className={styles.advice}>
        <AdviceLine decision={measuredDecision(unit.decision, mostUrgentSector, mode)} unit={unit} size="row" />
      </div>
      <div className={styles.actions}>
        <RowActions unit={unit} card={shown} />
      </div>
      <div className={styles.notes}>
        <CardAlerts unit={unit} card={mostUrgentSector} />
        <UnitPending unit={unit} />
      </div>
    </article>
  );
});

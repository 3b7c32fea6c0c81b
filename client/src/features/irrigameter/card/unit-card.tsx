import { TypeChart } from "@lamina/shared/records/client";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { Link } from "react-router-dom";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { statusOf } from "../../../core/urgency.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Status } from "../../../ui/feedback/status.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { AdviceLine } from "./advice-line.tsx";
import { CardDiagram } from "./card-diagram.tsx";
import { Comparison } from "./comparison.tsx";
import { CropLine } from "./crop-line.tsx";
import { Facts } from "./facts.tsx";
import { MonitorBrief } from "./monitor-brief.tsx";
import { pendingOf } from "./pending.ts";
import { PendingList } from "./pending-list.tsx";
import { unitAdvice } from "./recommendation.ts";
import { CardActions } from "./sector-actions.tsx";
import { soilFacts, waterFacts } from "./sector-facts.ts";
import { SectorNotes } from "./sector-notes.tsx";
import { SectorRows } from "./sector-rows.tsx";
import styles from "./unit-card.module.css";

const CIRCLE_PX = 136;
const RULER_PX = 148;

/** A pivot or a sector: its face, what to do, why, and what can be done from here. */
export function UnitCard({ unit, selected }: { unit: IrrigationCard; selected: string | null }) {
  const { typeChart, mode, addressOf } = useBoard();
  const { name, farm, sectors } = unit;
  const isOpen = sectors.some(({ sector }) => sector._id === selected);
  const shown = sectors.find(({ sector }) => sector._id === selected) ?? unit.mostUrgentSector;
  return (
    <article className={classNames(styles.card, isOpen && styles.open)} aria-label={name}>
      <header className={styles.head}>
        <div className={styles.face}>
          <CardDiagram unit={unit} size={typeChart === TypeChart.pivot ? CIRCLE_PX : RULER_PX} />
        </div>
        <div className={styles.lead}>
          <h2 className={styles.name}>
            <Link
              to={addressOf(isOpen ? null : { sectorId: shown.sector._id })}
              className={styles.link}
              aria-current={isOpen || undefined}
            >
              {name}
            </Link>
          </h2>
          <p className={styles.farm}>{farm.name}</p>
          <Status kind={statusOf(unit.mostUrgentSector, mode)} />
          <AdviceLine advice={unitAdvice(unit)} unit={unit} />
        </div>
      </header>
      {sectors.length > 1 && <SectorRows unit={unit} selected={selected} />}
      <CardBody unit={unit} card={unit.mostUrgentSector} />
      <CardActions unit={unit} card={shown} />
    </article>
  );
}

function CardBody({ unit, card }: { unit: IrrigationCard; card: SectorCard }) {
  const { mode, clientId } = useBoard();
  const { entries } = useOutbox();
  const pendingIn = (cards: readonly SectorCard[]) =>
    pendingOf(entries, { clientId, sectorIds: cards.map(({ sector }) => sector._id), farmId: unit.farm._id });
  return (
    <div className={styles.body}>
      <SectorNotes unit={unit} card={card} />
      <PendingList pending={pendingIn(unit.sectors)} unit={unit} />
      {mode === "sensor" ? (
        <>
          <MonitorBrief card={card} />
          <Comparison card={card} />
        </>
      ) : (
        <>
          <CropLine card={card} />
          <Facts facts={[...soilFacts(card), ...waterFacts(card, pendingIn([card]))]} layout="four" />
        </>
      )}
    </div>
  );
}

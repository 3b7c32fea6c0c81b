import { TypeChart } from "@lamina/shared/records/client";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { soilStatus } from "@lamina/shared/views/urgency";
import { memo } from "react";
import { Link } from "react-router-dom";
import { isCalm } from "../../../field/risk.ts";
import { Status } from "../../../field/status.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { formatAge, formatAmount, formatNumber } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import { AdviceLine } from "./advice-line.tsx";
import { CardDiagram } from "./card-diagram.tsx";
import { Comparison } from "./comparison.tsx";
import { depletionNow, measuredDecision, storageOf } from "./recommendation.ts";
import { CardActions } from "./sector-actions.tsx";
import { CardAlerts } from "./sector-notes.tsx";
import { monitorsByNeed } from "./sensors.ts";
import styles from "./unit-card.module.css";
import { UnitPending } from "./unit-pending.tsx";

const CIRCLE_PX = 64;
const RULER_PX = 92;

/** The card of a pivot or a sector: its face, the recommendation, the soil water, and actions. */
export const UnitCard = memo(function UnitCard({ unit, selected }: { unit: IrrigationCard; selected: string | null }) {
  const { typeChart, mode, addressOf } = useCardContext();
  const { name, farm, sectors } = unit;
  const isOpen = sectors.some(({ sector }) => sector._id === selected);
  const shown = sectors.find(({ sector }) => sector._id === selected) ?? unit.mostUrgentSector;
  return (
    <article className={classNames(styles.card, isOpen && styles.open)} aria-label={name}>
      <div className={styles.face}>
        <CardDiagram unit={unit} size={typeChart === TypeChart.pivot ? CIRCLE_PX : RULER_PX} />
      </div>
      <div className={styles.lead}>
        <header className={styles.head}>
          <h2 className="grid medium">
            <Link
              to={addressOf(isOpen ? null : { sectorId: shown.sector._id })}
              className={styles.link}
              aria-current={isOpen || undefined}
            >
              {name}
            </Link>
            <span className="fine-print regular">{farm.name}</span>
          </h2>
          <Status
            kind={soilStatus(unit.mostUrgentSector, mode)}
            calm={isCalm(soilStatus(unit.mostUrgentSector, mode), unit.day)}
          />
        </header>
        <AdviceLine decision={measuredDecision(unit.decision, unit.mostUrgentSector, mode)} unit={unit} />
        <CardFacts unit={unit} card={unit.mostUrgentSector} />
      </div>
      {mode === "sensor" && (
        <div className={styles.wide} data-control>
          <Comparison card={unit.mostUrgentSector} />
        </div>
      )}
      <div className={styles.foot}>
        <CardActions unit={unit} card={shown} />
      </div>
    </article>
  );
});

/** The soil water in one line, warnings, and unsent records. */
function CardFacts({ unit, card }: { unit: IrrigationCard; card: SectorCard }) {
  const { mode } = useCardContext();
  return (
    <div className={styles.facts}>
      {mode === "sensor" ? <MeasuredLine card={card} /> : <SoilLine card={card} />}
      <CardAlerts unit={unit} card={card} />
      <UnitPending unit={unit} />
    </div>
  );
}

function SoilLine({ card }: { card: SectorCard }) {
  const { balance, dataAt } = card;
  const now = useNow();
  if (!balance) return null;
  return (
    <p>
      {text.soilLine(mm(depletionNow(card)), mm(balance.raw), formatAmount(storageOf(card), "%"))}
      {dataAt && ` · ${formatAge(dataAt, now)}`}
    </p>
  );
}

function MeasuredLine({ card }: { card: SectorCard }) {
  const [monitor] = monitorsByNeed(card);
  const now = useNow();
  if (!monitor) return <p>{text.noProbe}</p>;
  return (
    <p>
      {[
        monitor.name,
        text.moisture(formatAmount(monitor.meanPct, "% vol")),
        text.trend(formatNumber(monitor.trendPctDay, 1)),
        monitor.date ? formatAge(monitor.date, now) : text.noReading,
      ].join(" · ")}
    </p>
  );
}

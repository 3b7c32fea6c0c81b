import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { statusOf } from "../../../core/urgency.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Status } from "../../../ui/feedback/status.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Questions } from "../ask/questions.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { AdviceLine } from "../card/advice-line.tsx";
import { CardDiagram } from "../card/card-diagram.tsx";
import { Comparison } from "../card/comparison.tsx";
import { CropLine } from "../card/crop-line.tsx";
import { Facts } from "../card/facts.tsx";
import { MonitorView } from "../card/monitor-view.tsx";
import { pendingOf } from "../card/pending.ts";
import { PendingList } from "../card/pending-list.tsx";
import { sectorAdvice } from "../card/recommendation.ts";
import { DetailActions } from "../card/sector-actions.tsx";
import { cropFacts, runFacts, soilFacts, waterFacts } from "../card/sector-facts.ts";
import { SectorNotes } from "../card/sector-notes.tsx";
import { SectorRows } from "../card/sector-rows.tsx";
import { monitorsByNeed } from "../card/sensors.ts";
import { CloseLink } from "../close-link.tsx";
import { sectorDetailQuery } from "../queries.ts";
import { text } from "../text.ts";
import { chartText } from "./chart-text.ts";
import styles from "./sector-detail.module.css";

// The drawing is loaded with the first open sector, not with the list.
const BalanceChart = lazy(async () => ({ default: (await import("./balance-chart.tsx")).BalanceChart }));

const FACE_PX = 288;
const PROFILE_PX = 340;

/**
 * All data of a sector: its face, the recommendation and its run, the water of the last 30 and the next 7 days, and its
 * probes.
 */
export function SectorDetail({ unit, card }: { unit: IrrigationCard; card: SectorCard }) {
  const { mode, clientId, todayOf } = useBoard();
  const { entries } = useOutbox();
  const { farm } = unit;
  const { sector } = card;
  const today = todayOf(farm.timezone);
  const pending = pendingOf(entries, { clientId, sectorIds: [sector._id], farmId: farm._id });
  const name = unit.sectors.length > 1 ? `${unit.name} · ${sector.name}` : unit.name;
  return (
    <section className={styles.detail} aria-label={name}>
      <Card title={name} aside={<CloseLink />}>
        <div className={styles.head}>
          <div className={styles.face}>
            <SectorDiagram unit={unit} card={card} />
          </div>
          <div className={styles.lead}>
            <p className={styles.farm}>{farm.name}</p>
            <Status kind={statusOf(card, mode)} />
            <AdviceLine advice={sectorAdvice(unit, card)} unit={{ ...unit, mostUrgentSector: card }} size="detail" />
            <CropLine card={card} />
            <SectorNotes unit={unit} card={card} />
            <Questions unit={unit} card={card} />
            <DetailActions unit={unit} card={card} />
          </div>
        </div>
        {unit.sectors.length > 1 && <SectorRows unit={unit} selected={sector._id} />}
        <PendingList pending={pending} unit={unit} />
        <div className={styles.facts}>
          <Facts facts={runFacts(unit, card, today)} />
          <Facts facts={[...soilFacts(card), ...cropFacts(card)]} />
          <Facts facts={waterFacts(card, pending)} />
        </div>
      </Card>
      {card.monitors.length > 0 && (
        <Card title={text.probes}>
          <div className={styles.monitors}>
            <Comparison card={card} />
            {monitorsByNeed(card).map((monitor) => (
              <MonitorView key={monitor.monitorId} monitor={monitor} width={PROFILE_PX} />
            ))}
          </div>
        </Card>
      )}
      <BalanceCard sectorId={sector._id} name={name} timeZone={farm.timezone} today={today} />
    </section>
  );
}

function SectorDiagram({ unit, card }: { unit: IrrigationCard; card: SectorCard }) {
  const { selectSector } = useBoard();
  return (
    <CardDiagram
      unit={unit}
      size={FACE_PX}
      selected={card.sector._id}
      {...(unit.sectors.length > 1 && { onSelect: selectSector })}
    />
  );
}

interface BalanceCardProps {
  sectorId: string;
  name: string;
  timeZone: string;
  today: string;
}

function BalanceCard({ sectorId, name, timeZone, today }: BalanceCardProps) {
  const query = useQuery(sectorDetailQuery(useSelectedClient(), sectorId));
  return (
    <Card title={chartText.heading}>
      <QueryView query={query} rows={6}>
        {(detail) => (
          <Suspense fallback={<Skeleton rows={6} />}>
            <BalanceChart detail={detail} name={name} timeZone={timeZone} today={today} busy={query.isFetching} />
          </Suspense>
        )}
      </QueryView>
    </Card>
  );
}

/** The link back to the list, where the sector hides the list. */
export function BackToList() {
  const { addressOf } = useBoard();
  return (
    <Link to={addressOf(null)} className={styles.back} data-print="hide">
      ‹ {text.back}
    </Link>
  );
}

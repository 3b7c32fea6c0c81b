import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { soilStatus } from "@lamina/shared/views/urgency";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { pivotPath } from "../../../core/navigation/pivot-path.ts";
import { pendingOf } from "../../../core/outbox/unsent.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { isCalm } from "../../../field/risk.ts";
import { Status } from "../../../field/status.tsx";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Questions } from "../ask/questions.tsx";
import { BackLink } from "../back-link.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { AdviceLine } from "../card/advice-line.tsx";
import { CardDiagram } from "../card/card-diagram.tsx";
import { Comparison } from "../card/comparison.tsx";
import { CropLine } from "../card/crop-line.tsx";
import { FactGroups } from "../card/facts.tsx";
import { MonitorView } from "../card/monitor-view.tsx";
import { PendingList } from "../card/pending-list.tsx";
import { measuredDecision, runOf, sectorDecision } from "../card/recommendation.ts";
import { DetailActions } from "../card/sector-actions.tsx";
import { factGroups } from "../card/sector-facts.ts";
import { SectorNotes } from "../card/sector-notes.tsx";
import { SectorRows } from "../card/sector-rows.tsx";
import { monitorsByNeed } from "../card/sensors.ts";
import { CloseLink } from "../close-link.tsx";
import { sectorDetailQuery, simulationQuery } from "../queries.ts";
import { text } from "../text.ts";
import { chartText } from "./chart-text.ts";
import styles from "./sector-detail.module.css";

// The drawing is loaded with the first open sector, not with the list.
const BalanceChart = lazy(async () => ({ default: (await import("./balance-chart.tsx")).BalanceChart }));

const FACE_PX = 288;
const PROFILE_PX = 340;

/** All data of a sector in the panel beside the list. */
export function SectorDetail({ unit, card }: SectorPart) {
  const { clientId, todayOf } = useBoard();
  const { entries } = useOutbox();
  const { farm, pivot } = unit;
  const { sector } = card;
  const today = todayOf(farm.timezone);
  const pending = pendingOf(entries, { clientId, pivotId: pivot._id, sectorIds: [sector._id], farmId: farm._id });
  const name = sectorName(unit, card);
  return (
    <section className="stack" aria-label={name}>
      <Card
        title={name}
        aside={
          <span className={styles.aside} data-print="hide">
            <ButtonLink variant="quiet" icon="pivot" to={pivotPath(pivot._id, sector._id)}>
              {text.pivotPage}
            </ButtonLink>
            <CloseLink />
          </span>
        }
      >
        <SectorHead unit={unit} card={card} />
        {unit.sectors.length > 1 && <SectorRows unit={unit} selected={sector._id} />}
        <PendingList pending={pending} unit={unit} />
        <div className={styles.facts}>
          <FactGroups groups={factGroups(unit, card, pending, today)} />
        </div>
      </Card>
      <ProbesCard card={card} />
      <BalanceCard unit={unit} card={card} />
    </section>
  );
}

interface SectorPart {
  unit: IrrigationCard;
  card: SectorCard;
}

/** `Pivô 05 · Setor A`; the pivot alone where it has one sector. */
function sectorName(unit: IrrigationCard, { sector }: SectorCard): string {
  return unit.sectors.length > 1 ? `${unit.name} · ${sector.name}` : unit.name;
}

/** The face of a sector, its recommendation, warnings, questions and actions. */
export function SectorHead({ unit, card, children }: SectorPart & { children?: ReactNode }) {
  const { mode } = useBoard();
  return (
    <div className={styles.head}>
      <div className={styles.face}>
        <SectorDiagram unit={unit} card={card} />
      </div>
      <div className={styles.lead}>
        <p className={styles.farm}>{unit.farm.name}</p>
        <Status kind={soilStatus(card, mode)} calm={isCalm(soilStatus(card, mode), unit.day)} />
        <AdviceLine
          decision={measuredDecision(sectorDecision(unit, card.sector._id), card, mode)}
          unit={{ ...unit, mostUrgentSector: card }}
          size="detail"
        />
        {children}
        <CropLine card={card} />
        <SectorNotes unit={unit} card={card} />
        <Questions unit={unit} card={card} />
        <DetailActions unit={unit} card={card} />
      </div>
    </div>
  );
}

/** The probes of a sector, the driest first, and their comparison with the balance. */
export function ProbesCard({ card }: { card: SectorCard }) {
  if (card.monitors.length === 0) return null;
  return (
    <Card title={text.probes}>
      <div className="grid gap-6">
        <Comparison card={card} />
        {monitorsByNeed(card).map((monitor) => (
          <MonitorView key={monitor.monitorId} monitor={monitor} width={PROFILE_PX} />
        ))}
      </div>
    </Card>
  );
}

function SectorDiagram({ unit, card }: SectorPart) {
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

/** Maximum watering that the API simulates, mm. */
const MAX_SIMULATED_MM = 100;

/** The balance of a sector over time, with its projection as it is and with the run of the plan. */
export function BalanceCard({ unit, card }: SectorPart) {
  const { todayOf } = useBoard();
  const client = useSelectedClient();
  const { sector } = card;
  const { timezone } = unit.farm;
  const query = useQuery(sectorDetailQuery(client, sector, unit.farm._id));
  const plannedMm = runOf(unit, sector._id)?.grossMm ?? 0;
  const { data: withPlan } = useQuery({
    ...simulationQuery(client, sector._id, { grossMm: Math.min(MAX_SIMULATED_MM, plannedMm) }),
    enabled: plannedMm > 0,
  });
  return (
    <Card title={chartText.heading}>
      <QueryView query={query} rows={6}>
        {(detail) => (
          <Suspense fallback={<Skeleton rows={6} />}>
            <BalanceChart
              detail={detail}
              withPlan={plannedMm > 0 ? withPlan : undefined}
              name={sectorName(unit, card)}
              timeZone={timezone}
              today={todayOf(timezone)}
              busy={query.isFetching}
            />
          </Suspense>
        )}
      </QueryView>
    </Card>
  );
}

/** The link back to the list, where the sector hides the list. */
export function BackToList() {
  const { addressOf } = useBoard();
  return <BackLink to={addressOf(null)}>{text.back}</BackLink>;
}

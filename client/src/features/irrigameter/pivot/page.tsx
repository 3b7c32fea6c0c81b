import { TypeChart } from "@lamina/shared/records/client";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { pendingOf } from "../../../core/outbox/unsent.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { useMedia } from "../../../ui/data-table/use-media.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatAmount } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { BackLink } from "../back-link.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { BoardProvider } from "../board-provider.tsx";
import { FactGroups } from "../card/facts.tsx";
import { PendingList } from "../card/pending-list.tsx";
import { factGroups } from "../card/sector-facts.ts";
import { SectorRows } from "../card/sector-rows.tsx";
import { monitorsByNeed } from "../card/sensors.ts";
import { PivotCommands } from "../commands/pivot-commands.tsx";
import { BalanceCard, ProbesCard, SectorHead } from "../detail/sector-detail.tsx";
import { BackButton } from "../out/back-button.tsx";
import { outText } from "../out/out-text.ts";
import { irrigameterQuery } from "../queries.ts";
import { text } from "../text.ts";
import { SentenceLine } from "../today/sentence-line.tsx";
import { CommandHistory } from "./command-history.tsx";
import { Fold, TWO_COLUMNS } from "./fold.tsx";
import { MachineNow } from "./machine-now.tsx";
import styles from "./pivot.module.css";
import { PivotAlerts } from "./pivot-alerts.tsx";
import { PivotRecords } from "./pivot-records.tsx";
import { pivotText } from "./pivot-text.ts";
import { SeasonComparison, SeasonsLink } from "./season-comparison.tsx";

/** `/irrigameter/pivo/:pivotId`: everything about one machine. `setor` in the address chooses the sector. */
export function Component() {
  const { pivotId = "" } = useParams();
  const query = useQuery(irrigameterQuery(useSelectedClient()));
  const name = query.data?.pivots.find(({ _id }) => _id === pivotId)?.name ?? text.pivotPage;
  return (
    <Page title={name} tabs={<BackLink to="/irrigameter">{pivotText.back}</BackLink>}>
      <QueryView query={query} rows={8}>
        {(data) => (
          <BoardProvider data={data} mode="calculated" typeChart={TypeChart.pivot} pivotId={pivotId}>
            <PivotView pivotId={pivotId} />
          </BoardProvider>
        )}
      </QueryView>
    </Page>
  );
}

function PivotView({ pivotId }: { pivotId: string }) {
  const { units, view } = useBoard();
  const isWide = useMedia(TWO_COLUMNS);
  const unit = units.find(({ pivot }) => pivot._id === pivotId);
  if (!unit) return <EmptyState icon="pivot" title={pivotText.unknown} />;
  const card = unit.sectors.find(({ sector }) => sector._id === view.sectorId) ?? firstSector(unit);
  return (
    <div className={styles.page}>
      <div className="stack">
        <MachineCard unit={unit} card={card} />
        <PivotAlerts unit={unit} />
        <CommandHistory unit={unit} />
        {!isWide && <PivotRecords unit={unit} />}
      </div>
      <div className="stack">
        <BalanceCard key={card.sector._id} unit={unit} card={card} />
        {card.monitors.length > 0 && (
          <Fold name="probes" title={text.probes} summary={probesSummary(card)}>
            <ProbesCard card={card} />
          </Fold>
        )}
        {card.season && (
          <>
            <SeasonsLink pivotId={pivotId} />
            <Fold name="seasons" title={pivotText.seasons} summary={pivotText.seasonsSummary}>
              <SeasonComparison unit={unit} card={card} />
            </Fold>
          </>
        )}
        {isWide && <PivotRecords unit={unit} />}
      </div>
      <ActionDialog />
    </div>
  );
}

/** The most urgent sector, or one that is watered now, because the page shows that the machine runs. */
function firstSector({ planned, sectors, mostUrgentSector }: IrrigationCard): SectorCard {
  const watered = planned?.underWay ? sectors.filter(({ sector }) => planned.sectorIds.includes(sector._id)) : [];
  return watered.includes(mostUrgentSector) ? mostUrgentSector : (watered[0] ?? mostUrgentSector);
}

function MachineCard({ unit, card }: { unit: IrrigationCard; card: SectorCard }) {
  const { clientId, todayOf, act, mayRecord } = useBoard();
  const { entries } = useOutbox();
  const sectorIds = unit.sectors.map(({ sector }) => sector._id);
  const pending = pendingOf(entries, { clientId, pivotId: unit.pivot._id, sectorIds, farmId: unit.farm._id });
  return (
    <Card title={pivotText.today}>
      <div className={styles.now}>
        <SentenceLine unit={unit} />
        <MachineNow unit={unit} />
        <PivotCommands unit={unit} />
        <div className="controls" data-print="hide">
          <BackButton unit={unit} />
          {mayRecord && !unit.day.outOfService && (
            <Button icon="alert" onClick={() => act({ action: "out", sectorId: card.sector._id })}>
              {outText.action}
            </Button>
          )}
        </div>
      </div>
      {unit.sectors.length > 1 && <h3 className="medium">{card.sector.name}</h3>}
      <SectorHead unit={unit} card={card} />
      {unit.sectors.length > 1 && <SectorRows unit={unit} selected={card.sector._id} />}
      <PendingList pending={pending} unit={unit} />
      <Fold name="facts" title={pivotText.facts} summary={pivotText.factsSummary}>
        <FactGroups groups={factGroups(unit, card, pending, todayOf(unit.farm.timezone))} />
      </Fold>
    </Card>
  );
}

/** The water content by the driest probe. */
function probesSummary(card: SectorCard): string {
  const [driest] = monitorsByNeed(card);
  return driest ? `${driest.name}: ${formatAmount(driest.meanPct, "% vol")}` : text.noProbe;
}

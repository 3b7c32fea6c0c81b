import { TypeChart } from "@lamina/shared/records/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router-dom";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useBoard } from "../board-context.ts";
import { BoardProvider } from "../board-provider.tsx";
import { SectorDetail } from "../detail/sector-detail.tsx";
import { irrigameterQuery } from "../queries.ts";
import { pivotText } from "./pivot-text.ts";

/** `/irrigameter/pivo/:pivotId`: everything about one machine. `setor` in the address chooses the sector. */
export function Component() {
  const { pivotId = "" } = useParams();
  const query = useQuery(irrigameterQuery(useSelectedClient()));
  const name = query.data?.pivots.find(({ _id }) => _id === pivotId)?.name ?? pivotText.open;
  return (
    <Page title={name} tabs={<Link to="/irrigameter">‹ {pivotText.back}</Link>}>
      <QueryView query={query} rows={8}>
        {(data) => (
          <BoardProvider data={data} mode="calculated" typeChart={TypeChart.pivot}>
            <PivotView pivotId={pivotId} />
          </BoardProvider>
        )}
      </QueryView>
    </Page>
  );
}

function PivotView({ pivotId }: { pivotId: string }) {
  const { units, view } = useBoard();
  const unit = units.find(({ pivot }) => pivot._id === pivotId);
  if (!unit) return <EmptyState icon="pivot" title={pivotText.unknown} />;
  const card = unit.sectors.find(({ sector }) => sector._id === view.sectorId) ?? unit.mostUrgentSector;
  return (
    <>
      <SectorDetail unit={unit} card={card} />
      <ActionDialog />
    </>
  );
}

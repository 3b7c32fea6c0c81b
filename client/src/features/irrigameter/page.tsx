import { farmDay } from "@lamina/shared/core/farm-time";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { useSection } from "../../core/menu/use-section.ts";
import { useSectionChild } from "../../core/navigation/use-section-child.ts";
import { pivotStatusQuery, withPanels } from "../../core/pivot-status/pivot-status.ts";
import { useRights } from "../../core/rights/use-rights.ts";
import type { StatusSource } from "../../core/urgency.ts";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useNow } from "../../ui/now.tsx";
import { buildCards } from "./board.ts";
import { type Board, BoardContext } from "./board-context.ts";
import { BoardView } from "./list/board-view.tsx";
import { irrigameterQuery } from "./queries.ts";
import { text } from "./text.ts";
import { useView } from "./view-params.ts";

/**
 * `/irrigameter/*`: the recommendation of each pivot or sector for today, by the balance or by the probes, as circles
 * or as rulers.
 */
export function Component() {
  const child = useSectionChild("irrigameter");
  const section = useSection("irrigameter", text);
  const query = useQuery(irrigameterQuery(useSelectedClient()));
  const mode = child === "sensor" || child === "sensor-pivot" ? "sensor" : "calculated";
  return (
    <Page
      title={section.title}
      documentTitle={`${text.tabs[child]} · ${section.title}`}
      tabs={<Tabs label={section.title} tabs={section.tabs} />}
    >
      <QueryView query={query} outline="board">
        {(data) => <Latest data={data} mode={mode} />}
      </QueryView>
    </Page>
  );
}

interface LoadedProps {
  data: Irrigameter;
  mode: StatusSource;
}

/** Everything after the first paint renders in slices, so that a slow phone responds to touches in between. */
function Latest({ data, mode }: LoadedProps) {
  return <Loaded data={useDeferredValue(data)} mode={mode} />;
}

const Loaded = memo(function Loaded({ data, mode }: LoadedProps) {
  const client = useSelectedClient();
  const { data: panels } = useQuery(pivotStatusQuery(client));
  const address = useView();
  const { can } = useRights();
  const navigate = useNavigate();
  const now = useNow();
  const units = useMemo(
    () => buildCards({ ...data, pivots: withPanels(data.pivots, panels) }, client.typeChart, mode),
    [data, panels, client.typeChart, mode],
  );
  const board: Board = {
    ...address,
    clientId: client._id,
    data,
    mode,
    typeChart: client.typeChart,
    units,
    todayOf: (timeZone) => farmDay(now, timeZone),
    selectSector: (sectorId) => {
      if (sectorId !== address.view.sectorId)
        void navigate(address.addressOf({ sectorId }), { preventScrollReset: true });
    },
    mayRecord: can("watering", "create"),
    mayAdjust: can("balance", "edit"),
    mayCorrect: can("watering", "edit") && can("watering", "remove"),
  };
  return (
    <BoardContext value={board}>
      <BoardView />
    </BoardContext>
  );
});

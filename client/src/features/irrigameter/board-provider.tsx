import { farmDay } from "@lamina/shared/core/farm-time";
import type { TypeChart } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { pivotStatusQuery, withPanels } from "../../core/pivot-status/pivot-status.ts";
import { useRights } from "../../core/rights/use-rights.ts";
import type { StatusSource } from "../../core/urgency.ts";
import { useNow } from "../../ui/now.tsx";
import { buildCards } from "./board.ts";
import { type Board, BoardContext } from "./board-context.ts";
import { useView } from "./view-params.ts";

interface BoardProviderProps {
  data: Irrigameter;
  mode: StatusSource;
  /** How cards are built, if not as the client's `typeChart` says. */
  typeChart?: TypeChart;
  children: ReactNode;
}

/** Gives the parts of a screen its cards, with the latest state of the panels, the address and the user's rights. */
export function BoardProvider({ data, mode, typeChart: given, children }: BoardProviderProps) {
  const client = useSelectedClient();
  const typeChart = given ?? client.typeChart;
  const { data: panels } = useQuery(pivotStatusQuery(client));
  const address = useView();
  const { can } = useRights();
  const navigate = useNavigate();
  const now = useNow();
  const units = useMemo(
    () => buildCards({ ...data, pivots: withPanels(data.pivots, panels) }, typeChart, mode),
    [data, panels, typeChart, mode],
  );
  const board: Board = {
    ...address,
    clientId: client._id,
    data,
    mode,
    typeChart,
    units,
    todayOf: (timeZone) => farmDay(now, timeZone),
    selectSector: (sectorId) => {
      if (sectorId !== address.view.sectorId)
        void navigate(address.addressOf({ sectorId }), { preventScrollReset: true });
    },
    mayRecord: can("watering", "create"),
    mayAdjust: can("balance", "edit"),
    isOperator: can("watering", "create") && !can("balance", "edit") && !can("farms", "edit"),
    mayCorrect: can("watering", "edit") && can("watering", "remove"),
  };
  return <BoardContext value={board}>{children}</BoardContext>;
}

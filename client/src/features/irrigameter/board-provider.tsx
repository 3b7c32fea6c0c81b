import { farmDay } from "@lamina/shared/core/farm-time";
import type { TypeChart } from "@lamina/shared/records/client";
import type { StatusSource } from "@lamina/shared/views/urgency";
import { replaceEqualDeep, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { useRights } from "../../core/rights/use-rights.ts";
import { useNow } from "../../ui/now.tsx";
import { buildCards } from "./board.ts";
import { type Board, BoardContext, CardContext } from "./board-context.ts";
import { CommandRing } from "./commands/command-ring.tsx";
import { isExplained, placesOf, withDetails } from "./details.ts";
import { type BoardData, cardsQuery } from "./queries.ts";
import { useView } from "./view-params.ts";

interface BoardProviderProps {
  data: BoardData;
  mode: StatusSource;
  /** How cards are built, if it differs from the client's `typeChart`. */
  typeChart?: TypeChart;
  /** The machine of the page, if not in the address's parameters. */
  pivotId?: string;
  children: ReactNode;
}

/** Gives the parts of a screen its cards, the address and the user's rights. Parts that show a panel ask for its latest state. */
export function BoardProvider({ data: board, mode, typeChart: given, pivotId, children }: BoardProviderProps) {
  const client = useSelectedClient();
  const typeChart = given ?? client.typeChart;
  const address = useView();
  const { can } = useRights();
  const navigate = useNavigate();
  const now = useNow();
  const { data, isExplaining } = useDetails(board, openPivot(board, address.view, pivotId));
  const built = useMemo(() => buildCards(data, typeChart, mode), [data, typeChart, mode]);
  const units = useShared(built);
  const clientId = client._id;
  const [mayRecord, mayAdjust] = [can("watering", "create"), can("balance", "edit")];
  const mayCorrect = can("watering", "edit") && can("watering", "remove");
  const { act, addressOf } = address;
  const card = useMemo(
    () => ({
      ...{ clientId, mode, typeChart, act, addressOf, mayRecord, mayAdjust, mayCorrect },
      todayOf: (timeZone: string) => farmDay(now, timeZone),
    }),
    [clientId, mode, typeChart, act, addressOf, mayRecord, mayAdjust, mayCorrect, now],
  );
  const value: Board = {
    ...address,
    ...card,
    data,
    units,
    isExplaining,
    selectSector: (sectorId) => {
      if (sectorId !== address.view.sectorId)
        void navigate(address.addressOf({ sectorId }), { preventScrollReset: true });
    },
    isOperator: mayRecord && !mayAdjust && !can("farms", "edit"),
  };
  return (
    <BoardContext value={value}>
      <CardContext value={card}>
        {children}
        <CommandRing />
      </CardContext>
    </BoardContext>
  );
}

/** A value of which the parts that did not change are those of the last time. */
function useShared<Value>(value: Value): Value {
  const last = useRef(value);
  const shared = useMemo(() => replaceEqualDeep(last.current, value) as Value, [value]);
  useEffect(() => {
    last.current = shared;
  }, [shared]);
  return shared;
}

/** The machine whose details are open: of the page, the panel or the dialog. */
function openPivot(
  { sectors }: BoardData,
  { open, sectorId, pivotId }: ReturnType<typeof useView>["view"],
  given: string | undefined,
): string | null {
  const opened = open?.sectorId ?? sectorId;
  return given ?? sectors.find(({ sector }) => sector._id === opened)?.sector.pivotId ?? pivotId;
}

/** The board, with the details of one machine's cards. */
function useDetails(board: BoardData, pivotId: string | null): { data: BoardData; isExplaining: boolean } {
  const own = board.sectors.flatMap(({ sector }) => (sector.pivotId === pivotId ? sector._id : []));
  const {
    data: cards,
    isFetching,
    refetch,
  } = useQuery({
    ...cardsQuery(useSelectedClient(), pivotId ?? "", own, placesOf(board, pivotId)),
    enabled: board.version !== undefined && own.length > 0,
  });
  const data = useMemo(() => {
    if (cards === undefined) return board;
    const details = new Map(cards.map((card) => [card.sector._id, card] as const));
    return { ...board, sectors: board.sectors.map((card) => withDetails(card, details.get(card.sector._id))) };
  }, [board, cards]);
  // At midnight the numbers of the board change without a message.
  const isOld = cards !== undefined && data.sectors.some((card) => own.includes(card.sector._id) && !isExplained(card));
  const asked = useRef<BoardData>(undefined);
  useEffect(() => {
    if (!isOld || isFetching || asked.current === board) return;
    asked.current = board;
    void refetch();
  }, [isOld, isFetching, board, refetch]);
  return { data, isExplaining: isFetching };
}

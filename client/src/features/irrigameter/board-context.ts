import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { TypeChart } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import type { StatusSource } from "@lamina/shared/views/urgency";
import { createContext, useContext } from "react";
import type { IrrigationCard } from "./board.ts";
import type { useView } from "./view-params.ts";

/** Data and actions that the parts of the screen share. */
export interface Board extends ReturnType<typeof useView> {
  clientId: string;
  data: Irrigameter;
  mode: StatusSource;
  typeChart: TypeChart;
  units: readonly IrrigationCard[];
  /** The details of the open machine are being fetched. */
  isExplaining: boolean;
  /** The current day on a farm. */
  todayOf(timeZone: string): FarmDay;
  /** Opens a sector; an open one stays open. */
  selectSector(sectorId: string): void;
  mayRecord: boolean;
  mayAdjust: boolean;
  /** True for a user who records in the field and does not manage. */
  isOperator: boolean;
  /** True when the user may confirm or take back a record. */
  mayCorrect: boolean;
}

/** What a card needs beside its machine: it stays the same while only data change, so that unchanged cards are not drawn again. */
type CardContextValue = Pick<
  Board,
  "clientId" | "mode" | "typeChart" | "addressOf" | "act" | "todayOf" | "mayRecord" | "mayAdjust" | "mayCorrect"
>;

export const CardContext = createContext<CardContextValue | null>(null);

/** For the parts of cards. @throws Error outside of the screen */
export function useCardContext(): CardContextValue {
  const value = useContext(CardContext);
  if (!value) throw new Error("no irrigâmetro around this");
  return value;
}

export const BoardContext = createContext<Board | null>(null);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error("no irrigâmetro around this");
  return board;
}

export function unitOfSector(units: readonly IrrigationCard[], sectorId: string | null): IrrigationCard | undefined {
  return units.find(({ sectors }) => sectors.some(({ sector }) => sector._id === sectorId));
}

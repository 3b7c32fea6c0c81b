import type { FarmDay } from "@lamina/shared/core/farm-time";
import type { TypeChart } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { createContext, useContext } from "react";
import type { StatusSource } from "../../core/urgency.ts";
import type { IrrigationCard } from "./board.ts";
import type { useView } from "./view-params.ts";

/** What every part of the screen stands on. */
export interface Board extends ReturnType<typeof useView> {
  clientId: string;
  data: Irrigameter;
  mode: StatusSource;
  typeChart: TypeChart;
  units: readonly IrrigationCard[];
  /** The day on a farm now. */
  todayOf(timeZone: string): FarmDay;
  /** Opens a sector; the one that is open stays. */
  selectSector(sectorId: string): void;
  mayRecord: boolean;
  mayAdjust: boolean;
  /** May confirm or take back what was recorded. */
  mayCorrect: boolean;
}

export const BoardContext = createContext<Board | null>(null);

/** @throws Error outside of the screen */
export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error("no irrigâmetro around this");
  return board;
}

/** The card that a sector is on. */
export function unitOfSector(units: readonly IrrigationCard[], sectorId: string | null): IrrigationCard | undefined {
  return units.find(({ sectors }) => sectors.some(({ sector }) => sector._id === sectorId));
}

import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { IrrigationCard } from "../board.ts";

/** What a dialog about a sector is given. */
export interface ActionPart {
  unit: IrrigationCard;
  card: SectorCard;
  /** What the sector is called. */
  name: string;
  /** With the probe's depletion for the new one. */
  byProbe: boolean;
  /** Closes the dialog. */
  onDone: () => void;
}

import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { IrrigationCard } from "../board.ts";

export interface ActionPart {
  unit: IrrigationCard;
  card: SectorCard;
  name: string;
  /** Fills in the probe's depletion as the new one. */
  byProbe: boolean;
  /** The run starts now. */
  isStarting: boolean;
  /** Closes the dialog. */
  onDone: () => void;
}

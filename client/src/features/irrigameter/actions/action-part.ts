import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { IrrigationCard } from "../board.ts";

/** Properties of a dialog about a sector. */
export interface ActionPart {
  unit: IrrigationCard;
  card: SectorCard;
  /** Name of the sector. */
  name: string;
  /** Fills in the probe's depletion as the new one. */
  byProbe: boolean;
  /** Closes the dialog. */
  onDone: () => void;
}

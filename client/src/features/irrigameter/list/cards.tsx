import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import { Near } from "../../../ui/layout/near.tsx";
import type { IrrigationCard } from "../board.ts";
import { UnitCard } from "../card/unit-card.tsx";
import { UnitRow } from "../card/unit-row.tsx";
import type { Layout } from "./layout.ts";

/** Height of one that was not drawn yet. */
const USUAL_PX: Readonly<Record<Layout, number>> = { rows: 120, cards: 176 };
const parts = { rows: UnitRow, cards: UnitCard };

interface CardsProps {
  units: readonly IrrigationCard[];
  layout: Layout;
  /** The sector of the open panel. */
  selected: string | null;
}

export function Cards({ units, layout, selected }: CardsProps) {
  const printing = usePrinting();
  const Part = parts[layout];
  return units.map((unit, index) => {
    const own = unit.sectors.some(({ sector }) => sector._id === selected) ? selected : null;
    const place = { name: unit.name, index, count: units.length, usualPx: USUAL_PX[layout], printing };
    return (
      <Near key={unit.key} {...place}>
        <Part unit={unit} selected={own} />
      </Near>
    );
  });
}

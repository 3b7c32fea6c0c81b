import { useEffect, useRef, useState } from "react";
import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import type { IrrigationCard } from "../board.ts";
import { UnitCard } from "../card/unit-card.tsx";
import { UnitRow } from "../card/unit-row.tsx";
import styles from "./cards.module.css";
import type { Layout } from "./layout.ts";

/** Number of cards that are drawn wherever they are; of a longer list, those far from the window are left empty. */
const ALWAYS_DRAWN = 30;
/** A card is drawn this far from the window. */
const NEAR = "800px";
/** Height of one that was not drawn yet. */
const USUAL_PX: Readonly<Record<Layout, number>> = { rows: 60, cards: 176 };
const parts = { rows: UnitRow, cards: UnitCard };

interface CardsProps {
  units: readonly IrrigationCard[];
  layout: Layout;
  /** The sector of the open panel. */
  selected: string | null;
}

/** The rows or cards of the list. Only those near the window cost elements, so that a list of any length scrolls smoothly. */
export function Cards({ units, layout, selected }: CardsProps) {
  const printing = usePrinting();
  const Part = parts[layout];
  return units.map((unit, index) => {
    const own = unit.sectors.some(({ sector }) => sector._id === selected) ? selected : null;
    return printing || index < ALWAYS_DRAWN ? (
      <Part key={unit.key} unit={unit} selected={own} />
    ) : (
      <NearCard key={unit.key} unit={unit} layout={layout} selected={own} />
    );
  });
}

interface NearCardProps {
  unit: IrrigationCard;
  layout: Layout;
  selected: string | null;
}

function NearCard({ unit, layout, selected }: NearCardProps) {
  const Part = parts[layout];
  const place = useRef<HTMLDivElement>(null);
  const heightPx = useRef(USUAL_PX[layout]);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const { height } = entry.boundingClientRect;
        // A hidden list has no heights.
        if (!entry.isIntersecting && height > 0) heightPx.current = height;
        // A card with the focus remains, because its removal would lose the focus.
        setNear(entry.isIntersecting || element.contains(document.activeElement));
      },
      { rootMargin: `${NEAR} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place} className={styles.place} style={isNear ? undefined : { minHeight: heightPx.current }}>
      {/* The name alone, so that a search in the page and a screen reader find the card. */}
      {isNear ? <Part unit={unit} selected={selected} /> : <article aria-label={unit.name}>{unit.name}</article>}
    </div>
  );
}

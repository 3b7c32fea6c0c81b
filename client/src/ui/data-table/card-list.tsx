import { useEffect, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { Near } from "../layout/near.tsx";
import styles from "./card-list.module.css";
import { cellText, headerOf } from "./columns.ts";
import { CellContent, RowName, SelectRow, TotalContent } from "./table-parts.tsx";
import type { DataTableProps } from "./table-props.ts";
import { text } from "./text.ts";

/** Number of cards at first, and of those added when the end becomes visible. */
const CHUNK = 40;
/** Usual height of a card's content. */
const CARD_PX = 200;

/** Rows as cards, with more of them on scrolling. The page scrolls, not a box inside it. */
export function CardList<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, timeZone, selection, onOpen, rowActions, caption } = props;
  const [drawn, setDrawn] = useState(CHUNK);
  const end = useRef<HTMLDivElement>(null);
  const rest = rows.length - drawn;

  useEffect(() => {
    if (!end.current || rest <= 0) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setDrawn((before) => before + CHUNK),
      { rootMargin: "800px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [rest]);

  const [name, ...others] = columns;
  if (!name) return null;
  const totals = columns.filter(({ total }) => total);
  return (
    <>
      <ul className={styles.cards} aria-label={caption}>
        {rows.slice(0, drawn).map((row, index) => (
          <li key={rowKey(row)} className={styles.card}>
            <Near name={cellText(name, row, timeZone)} index={index} count={rows.length} usualPx={CARD_PX}>
              <div className={styles.cardHead}>
                {selection && <SelectRow row={row} rowKey={rowKey} name={name} selection={selection} />}
                <strong>
                  <RowName row={row} column={name} timeZone={timeZone} onOpen={onOpen} />
                </strong>
              </div>
              <dl className={styles.facts}>
                {others
                  .filter(({ offCards }) => !offCards)
                  .map((column) => (
                    <div key={column.key}>
                      <dt>{headerOf(column)}</dt>
                      <dd>
                        <CellContent row={row} column={column} timeZone={timeZone} />
                      </dd>
                    </div>
                  ))}
              </dl>
              {rowActions && <div className={styles.cardActions}>{rowActions(row)}</div>}
            </Near>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div ref={end}>
          <Button wide onClick={() => setDrawn(drawn + CHUNK)}>
            {text.more}
          </Button>
        </div>
      )}
      {totals.length > 0 && (
        <dl className={styles.totals} aria-label={text.total}>
          {totals.map((column) => (
            <div key={column.key}>
              <dt>
                {text.total} · {headerOf(column)}
              </dt>
              <dd>
                <TotalContent rows={rows} column={column} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

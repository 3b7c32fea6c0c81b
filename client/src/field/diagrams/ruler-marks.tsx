import { classNames } from "../../ui/class-names.ts";
import { formatNumber } from "../../ui/format.ts";
import styles from "./ruler-diagram.module.css";
import { type Band, type RulerScale, spread, ticks } from "./ruler-scale.ts";
import { inkClass } from "./status-ink.tsx";
import { text } from "./text.ts";

interface TicksProps {
  scale: RulerScale;
  all: readonly Band[];
  yOf: (mm: number) => number;
  left: number;
  roomy: boolean;
}

/** Scale of the ruler, in the text colour of each band. */
export function RulerTicks({ scale, all, yOf, left, roomy }: TicksProps) {
  const kindAt = (mm: number) => all.find(({ from, to }) => mm >= from && mm <= to)?.kind ?? "stress";
  return ticks(scale, roomy ? 12 : 8).map((mm) => (
    <g key={mm} className={classNames(styles.tick, inkClass(kindAt(mm), "text"))}>
      <line x1={left} x2={left + (roomy ? 9 : 6)} y1={yOf(mm)} y2={yOf(mm)} />
      {roomy && mm > 0 && yOf(mm) < yOf(scale.tawMm) - 6 && (
        <text x={left + 12} y={yOf(mm)} dy="0.35em">
          {formatNumber(mm, 0)}
        </text>
      )}
    </g>
  ));
}

interface MarksProps {
  scale: RulerScale;
  yOf: (mm: number) => number;
  left: number;
  roomy: boolean;
  bottom: number;
}

export function RulerMarks({ scale, yOf, left, roomy, bottom }: MarksProps) {
  const marks = [
    { word: text.fieldCapacity, mm: 0 },
    { word: text.readilyAvailable, mm: scale.rawMm },
    { word: text.wiltingPoint, mm: scale.tawMm },
  ];
  if (!roomy) {
    return <path d={`M${left - 2} ${yOf(scale.rawMm)}h6`} className={styles.mark} />;
  }
  const places = spread(
    marks.map(({ mm }) => yOf(mm)),
    30,
    10,
    bottom - 8,
  );
  return marks.map(({ word, mm }, index) => {
    const y = places[index] ?? 0;
    return (
      <g key={word}>
        <path d={`M${left} ${yOf(mm)}h4L${left + 10} ${y}`} className={styles.mark} />
        <text x={left + 13} y={y - 1} className={styles.markWord}>
          {word}
        </text>
        <text x={left + 13} y={y + 11} className={styles.markValue}>
          {`${formatNumber(mm, 0)} mm`}
        </text>
      </g>
    );
  });
}

import { useId } from "react";
import { formatNumber } from "../../ui/format.ts";
import type { StatusKind } from "../status.tsx";
import styles from "./ruler-diagram.module.css";
import { RulerMarks, RulerTicks } from "./ruler-marks.tsx";
import { RulerPointers } from "./ruler-pointers.tsx";
import { type Band, bands, type RulerScale, share } from "./ruler-scale.ts";
import { inkClass, StatusPatterns } from "./status-ink.tsx";
import { text } from "./text.ts";

/** From this height on there is room for numbers and names. */
const ROOMY_PX = 200;

interface RulerDiagramProps {
  label: string;
  status: StatusKind;
  /** Null without an active season: the tube is empty and the ruler has no marks. */
  scale: RulerScale | null;
  /** Calculated depletion, null when unknown. */
  drMm: number | null;
  /** True when water was lost below the roots. The level is then above field capacity. */
  excess?: boolean;
  /** Depletion by the probes, drawn as the second mark. */
  sensorDrMm?: number | null;
  /** Height in CSS pixels. Narrower containers shrink it. */
  height?: number;
}

/**
 * The diagram of typeChart 2: the tube of the irrigâmetro beside its ruler. The top is CC (0 mm), the bottom PMP (CAD).
 */
export function RulerDiagram({
  label,
  status,
  scale,
  drMm,
  excess = false,
  sensorDrMm,
  height = 320,
}: RulerDiagramProps) {
  const id = useId();
  const roomy = height >= ROOMY_PX;
  const box = roomy
    ? { width: 210, tube: 62, tubeWidth: 34, ruler: 104, rulerWidth: 46, top: 12, bottom: height - 12 }
    : { width: 92, tube: 34, tubeWidth: 18, ruler: 56, rulerWidth: 26, top: 5, bottom: height - 5 };
  const length = box.bottom - box.top;
  const yOf = (mm: number) => (scale ? box.top + share(mm, scale) * length : box.bottom);
  const shown = scale && drMm !== null ? yOf(excess ? Number.NEGATIVE_INFINITY : drMm) : null;
  const all: Band[] = scale ? bands(scale) : [];
  return (
    <svg
      viewBox={`0 0 ${box.width} ${height}`}
      width={box.width}
      height={height}
      className={styles.face}
      role="img"
      aria-label={spoken(label, status, scale, drMm, sensorDrMm)}
    >
      <defs>
        <StatusPatterns id={id} kinds={[...all.map(({ kind }) => kind), status]} />
        <clipPath id={`${id}tube`}>
          <rect x={box.tube} y={box.top} width={box.tubeWidth} height={length} rx={box.tubeWidth / 2} />
        </clipPath>
        <clipPath id={`${id}ruler`}>
          <rect x={box.ruler} y={box.top} width={box.rulerWidth} height={length} rx={roomy ? 6 : 4} />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}tube)`}>
        <rect x={box.tube} y={box.top} width={box.tubeWidth} height={length} className={styles.glass} />
        {shown !== null && (
          <g className={styles.water} style={{ transform: `translateY(${shown}px)` }}>
            <rect x={box.tube} width={box.tubeWidth} height={height} className={styles.waterBody} />
            <path d={meniscus(box.tube, box.tubeWidth)} className={styles.meniscus} />
          </g>
        )}
        <rect
          x={box.tube + box.tubeWidth * 0.18}
          y={box.top + 8}
          width={box.tubeWidth * 0.12}
          height={length - 16}
          rx={box.tubeWidth * 0.06}
          className={styles.shine}
        />
      </g>
      <rect
        x={box.tube}
        y={box.top}
        width={box.tubeWidth}
        height={length}
        rx={box.tubeWidth / 2}
        className={styles.rim}
      />
      <g clipPath={`url(#${id}ruler)`}>
        {all.map(({ kind, from, to }) => (
          <g key={kind}>
            <rect
              x={box.ruler}
              y={yOf(from)}
              width={box.rulerWidth}
              height={yOf(to) - yOf(from)}
              className={inkClass(kind, "full")}
            />
            <rect
              x={box.ruler + (roomy ? 30 : 14)}
              y={yOf(from)}
              width={box.rulerWidth}
              height={yOf(to) - yOf(from)}
              fill={`url(#${id}${kind})`}
            />
            {kind !== "excess" && (
              <rect x={box.ruler} y={yOf(from)} width={box.rulerWidth} height={1} className={styles.seam} />
            )}
          </g>
        ))}
        {!scale && (
          <rect x={box.ruler} y={box.top} width={box.rulerWidth} height={length} className={inkClass(status, "full")} />
        )}
        {!scale && status === "nodata" && (
          <rect x={box.ruler} y={box.top} width={box.rulerWidth} height={length} fill={`url(#${id}nodata)`} />
        )}
        {scale && <RulerTicks scale={scale} all={all} yOf={yOf} left={box.ruler} roomy={roomy} />}
      </g>
      <rect
        x={box.ruler}
        y={box.top}
        width={box.rulerWidth}
        height={length}
        rx={roomy ? 6 : 4}
        className={styles.rim}
      />
      {scale && (
        <RulerMarks scale={scale} yOf={yOf} left={box.ruler + box.rulerWidth} roomy={roomy} bottom={box.bottom} />
      )}
      <RulerPointers
        dr={shown === null ? null : { y: shown, mm: drMm ?? 0 }}
        probe={scale && sensorDrMm != null ? { y: yOf(sensorDrMm), mm: sensorDrMm } : null}
        tube={box.tube}
        tubeWidth={box.tubeWidth}
        height={height}
        roomy={roomy}
      />
    </svg>
  );
}

function meniscus(x: number, width: number): string {
  return `M${x} 0Q${x + width / 2} ${width * 0.2} ${x + width} 0`;
}

function spoken(
  label: string,
  status: StatusKind,
  scale: RulerScale | null,
  drMm: number | null,
  sensorDrMm: number | null | undefined,
): string {
  const mm = (value: number | null) => `${formatNumber(value, 1)} mm`;
  return [
    text.ruler(label, status, mm(drMm)),
    scale && text.rulerMarks(mm(scale.rawMm), mm(scale.tawMm)),
    sensorDrMm != null && text.rulerProbe(mm(sensorDrMm)),
  ]
    .filter(Boolean)
    .join("; ");
}

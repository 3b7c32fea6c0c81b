import { type Can, driestQuarter, heermannHein } from "@lamina/agronomy/machine/uniformity";
import { formatDay, formatNumber } from "../../../../ui/format.ts";
import { Card } from "../../../../ui/layout/card.tsx";
import { text } from "../text.ts";
import styles from "./ring-depths.module.css";

const words = text.calibration.rings;

/** Size of the drawing, in its own units. */
const [WIDTH, HEIGHT] = [320, 96];
/** A ring within this part of the mean is even. */
const EVEN = 0.1;

interface Ring extends Can {
  fromM: number;
  toM: number;
  /** Of the mean by area. */
  part: number;
}

/** The rings of cans, each to the middle of the way to its neighbours, from the pivot point outwards. */
export function ringsOf(cans: readonly Can[]): Ring[] {
  const sorted = [...cans].sort((one, other) => one.radiusM - other.radiusM);
  const area = sorted.reduce((sum, { radiusM }) => sum + radiusM, 0);
  const mean = sorted.reduce((sum, { radiusM, depthMm }) => sum + radiusM * depthMm, 0) / area;
  const half = (index: number) => ((sorted[index + 1]?.radiusM ?? 0) - (sorted[index]?.radiusM ?? 0)) / 2;
  return sorted.map((can, index) => {
    const inner = index > 0 ? half(index - 1) : half(0);
    const outer = index < sorted.length - 1 ? half(index) : inner;
    return { ...can, fromM: Math.max(0, can.radiusM - inner), toM: can.radiusM + outer, part: can.depthMm / mean };
  });
}

/** The depths that the cans of a test caught, by ring, around their mean. */
export function RingDepths({ cans, date }: { cans: readonly Can[]; date: string }) {
  const rings = ringsOf(cans);
  const first = rings[0];
  const last = rings[rings.length - 1];
  if (first === undefined || last === undefined || !Number.isFinite(first.part)) return null;
  const most = Math.max(...rings.map(({ part }) => part), 1 + EVEN);
  const x = (metres: number) => ((metres - first.fromM) / Math.max(1e-6, last.toM - first.fromM)) * WIDTH;
  const y = (part: number) => HEIGHT * (1 - part / most);
  const driest = rings.reduce((one, other) => (other.part < one.part ? other : one));
  const wettest = rings.reduce((one, other) => (other.part > one.part ? other : one));
  const metres = (value: number) => formatNumber(value, 0);
  const percent = (part: number) => formatNumber(100 * part, 0);
  const extremes = words.extremes(
    words.ring(metres(driest.fromM), metres(driest.toM), percent(driest.part)),
    words.ring(metres(wettest.fromM), metres(wettest.toM), percent(wettest.part)),
  );
  return (
    <Card title={words.title}>
      <figure className={styles.rings}>
        <figcaption className="small">{words.caption(formatDay(date))}</figcaption>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={extremes} preserveAspectRatio="none">
          {rings.map(({ radiusM, fromM, toM, part }) => (
            <rect
              key={`${radiusM} ${fromM}`}
              className={part < 1 - EVEN ? styles.dry : part > 1 + EVEN ? styles.wet : styles.even}
              x={x(fromM) + 0.5}
              width={Math.max(0.5, x(toM) - x(fromM) - 1)}
              y={y(part)}
              height={HEIGHT - y(part)}
            />
          ))}
          <line className={styles.mean} x1={0} x2={WIDTH} y1={y(1)} y2={y(1)} />
        </svg>
        <p className={styles.scale} aria-hidden="true">
          <span>{words.metres(metres(first.fromM))}</span>
          <span>{words.mean}</span>
          <span>{words.metres(metres(last.toM))}</span>
        </p>
        <p className="small">{extremes}</p>
        <p className="fine-print">
          {words.figures(formatNumber(heermannHein(cans), 0), formatNumber(driestQuarter(cans), 0))}
        </p>
      </figure>
    </Card>
  );
}

import { formatNumber } from "../../ui/format.ts";
import styles from "./ruler-diagram.module.css";
import { spread } from "./ruler-scale.ts";
import { text } from "./text.ts";

interface Pointed {
  y: number;
  mm: number;
}

interface RulerPointersProps {
  /** Calculated depletion. */
  dr: Pointed | null;
  /** The probes' depletion. */
  probe: Pointed | null;
  tube: number;
  tubeWidth: number;
  height: number;
  roomy: boolean;
}

/** Room for a number with its word beside the tube. */
const LABEL_PX = 34;

/** The two depletions to compare: calculated (filled arrow) and by probes (hollow diamond), left of the tube. */
export function RulerPointers({ dr, probe, tube, tubeWidth, height, roomy }: RulerPointersProps) {
  const gap = roomy ? LABEL_PX : 15;
  const half = gap / 2;
  const pointed = [dr && { ...dr, probe: false }, probe && { ...probe, probe: true }]
    .filter((pointer) => pointer !== null)
    .sort((one, other) => one.y - other.y);
  const places = spread(
    pointed.map(({ y }) => y),
    gap,
    half,
    height - half,
  );
  const reach = roomy ? 8 : 6;
  return pointed.map((pointer, index) => {
    const place = places[index] ?? pointer.y;
    const tip = tube - 2;
    return (
      <g key={pointer.probe ? "probe" : "dr"} className={pointer.probe ? styles.probe : styles.dr}>
        <g className={styles.moves} style={{ transform: `translateY(${pointer.y}px)` }}>
          {pointer.probe ? (
            <>
              <path d={`M${tube} 0h${tubeWidth}`} className={styles.probeLine} />
              <path
                d={`M${tip - reach} 0l${reach / 2} ${-reach / 2}l${reach / 2} ${reach / 2}l${-reach / 2} ${reach / 2}z`}
              />
            </>
          ) : (
            <path d={`M${tip} 0l${-reach} ${-reach * 0.62}v${reach * 1.24}z`} />
          )}
        </g>
        <g className={styles.moves} style={{ transform: `translateY(${place}px)` }}>
          <text x={tip - reach - 4} y={roomy ? -1 : 0} dy={roomy ? 0 : "0.35em"} className={styles.pointerValue}>
            {formatNumber(pointer.mm, roomy ? 1 : 0)}
          </text>
          {roomy && (
            <text x={tip - reach - 4} y={12} className={styles.pointerWord}>
              {pointer.probe ? text.probe : text.deficit}
            </text>
          )}
        </g>
      </g>
    );
  });
}

import styles from "./field-view.module.css";

/**
 * Pivots of the picture: centre and radius on a plane of 600 × 900, the arm's angle from north, and the wetted sector.
 */
const pivots = [
  { x: 150, y: 140, radius: 128, angle: 62, wet: 140 },
  { x: 430, y: 90, radius: 118, angle: 200, wet: 80 },
  { x: 405, y: 372, radius: 166, angle: 318, wet: 215 },
  { x: 96, y: 420, radius: 108, angle: 120, wet: 300 },
  { x: 170, y: 706, radius: 150, angle: 24, wet: 120 },
  { x: 470, y: 680, radius: 116, angle: 265, wet: 190 },
  { x: 600, y: 210, radius: 84, angle: 90, wet: 60 },
  { x: 350, y: 880, radius: 86, angle: 340, wet: 250 },
] as const;

/** Point at `degrees` clockwise from north on the circle of a pivot. */
function rim(x: number, y: number, radius: number, degrees: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
}

/** Decorative picture of a farm from above, built from the mark. */
export function FieldView() {
  return (
    <svg className={styles.view} viewBox="0 0 600 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className={styles.road} d="M0 262 600 226M268 0 300 900M0 560 600 548" />
      {pivots.map(({ x, y, radius, angle, wet }) => {
        const inner = radius - 5;
        const large = wet > 180 ? 1 : 0;
        return (
          <g key={`${x} ${y}`}>
            <circle className={styles.field} cx={x} cy={y} r={radius} />
            {[0.36, 0.68].map((share) => (
              <circle key={share} className={styles.track} cx={x} cy={y} r={radius * share} />
            ))}
            <path
              className={styles.wet}
              d={`M${x} ${y} ${rim(x, y, inner, angle - wet)}A${inner} ${inner} 0 ${large} 1 ${rim(x, y, inner, angle)}Z`}
            />
            <path className={styles.arm} d={`M${x} ${y} ${rim(x, y, radius, angle)}`} />
            <circle className={styles.hub} cx={x} cy={y} r="5" />
          </g>
        );
      })}
    </svg>
  );
}

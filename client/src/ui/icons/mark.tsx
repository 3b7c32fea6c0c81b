import styles from "./mark.module.css";

interface MarkProps {
  /** Side of the square in CSS pixels. */
  size?: number;
  /** The arm turns while something is loading. */
  turning?: boolean;
}

/** The logo: a pivot from above, a circle with its arm and the sector just wetted. Decorative. */
export function Mark({ size = 32, turning = false }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" fill="none" aria-hidden="true">
      <circle cx="32" cy="32" r="27" stroke="currentColor" strokeWidth="5" />
      <g className={turning ? styles.turning : undefined}>
        <path d="M32 32 11.6 39.4A21.7 21.7 0 0 1 47.3 16.7Z" fill="currentColor" opacity="0.3" />
        <path d="M32 32 48.3 15.7" stroke="currentColor" strokeWidth="6" strokeLinecap="round" />
        <circle cx="32" cy="32" r="5.5" fill="currentColor" />
      </g>
    </svg>
  );
}

import { formatNumber, NO_VALUE } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { compassPoint } from "./days.ts";
import { text } from "./text.ts";
import styles from "./wind.module.css";

/** A wind: its speed, an arrow in its direction, and the compass point of its origin. */
export function Wind({ speedKmh, from }: { speedKmh: number | null; from: number | null }) {
  const speed = formatNumber(speedKmh, 0);
  if (speedKmh === null) return NO_VALUE;
  if (from === null) return `${speed} km/h`;
  const point = compassPoint(from);
  return (
    <span className={styles.wind}>
      <span className="only-read">{text.windFrom(speed, text.compassLong[point] ?? "")}</span>
      <span aria-hidden="true">{speed} km/h</span>
      <span className={styles.arrow} style={{ rotate: `${(from + 180) % 360}deg` }}>
        <Icon name="arrow" size={14} />
      </span>
      <span aria-hidden="true">{text.compass[point]}</span>
    </span>
  );
}

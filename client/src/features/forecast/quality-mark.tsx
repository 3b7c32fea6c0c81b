import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { LineDrawing } from "../../ui/icons/line-drawing.tsx";
import type { Quality } from "./hours.ts";
import styles from "./quality-mark.module.css";
import { text } from "./text.ts";

const SHAPES: Readonly<Record<Quality, string>> = {
  good: "M3 8.5l3.25 3.25L13 5",
  attention: "M8 3v6.5M8 12.75h.01",
  avoid: "M4 4l8 8M12 4l-8 8",
};

const TONES: Readonly<Record<Quality, string>> = {
  good: "tone-brand",
  attention: "tone-warning",
  avoid: "tone-neutral",
};

/** A quality by shape and colour, with its word as a tooltip. */
export function QualityMark({ quality, children }: { quality: Quality; children?: ReactNode }) {
  return (
    <span
      className={classNames(styles.mark, TONES[quality], !children && styles.bare)}
      title={text.daily.quality[quality]}
    >
      <LineDrawing path={SHAPES[quality]} grid={16} line={2.25} />
      {children}
    </span>
  );
}

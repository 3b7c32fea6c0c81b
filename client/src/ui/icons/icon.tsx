import { type IconName, iconPaths } from "./icon-paths.ts";
import { LineDrawing } from "./line-drawing.tsx";

interface IconProps {
  name: IconName;
  /** Side of the square in CSS pixels at the usual font size, with which it grows. */
  size?: number;
}

/**
 * A line icon of 24 × 24 in the colour of its text. Decorative, because the word beside it or the control's label has
 * the meaning.
 */
export function Icon({ name, size = 20 }: IconProps) {
  return <LineDrawing path={iconPaths[name]} grid={24} line={1.75} size={size} />;
}

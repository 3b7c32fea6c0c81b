import { type IconName, iconPaths } from "./icon-paths.ts";

interface IconProps {
  name: IconName;
  /** Side of the square in CSS pixels. */
  size?: number;
}

/**
 * A line icon of 24 × 24 in the colour of its text. Decorative, because the word beside it or the control's label has
 * the meaning.
 */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}

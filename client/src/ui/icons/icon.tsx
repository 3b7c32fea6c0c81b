import { type IconName, iconPaths } from "./icon-paths.ts";

const ROOT_PX = 16;

/** A length in CSS pixels at the usual font size, as one that grows with the user's. */
export function rem(pixels: number): string {
  return `${pixels / ROOT_PX}rem`;
}

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
  return (
    <svg
      width={rem(size)}
      height={rem(size)}
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

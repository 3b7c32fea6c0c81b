const ROOT_PX = 16;

/** A length in CSS pixels at the usual font size, as one that grows with the user's. */
function rem(pixels: number): string {
  return `${pixels / ROOT_PX}rem`;
}

interface LineDrawingProps {
  path: string;
  /** Side of the square that the path is drawn in, and width of its lines there. */
  grid: 16 | 24;
  line: number;
  /** Side of the square in CSS pixels at the usual font size. The style sheet's when omitted. */
  size?: number | undefined;
}

/** A drawing of round lines in the colour of its text. Decorative: a word or a label beside it has the meaning. */
export function LineDrawing({ path, grid, line, size }: LineDrawingProps) {
  return (
    <svg
      {...(size !== undefined && { width: rem(size), height: rem(size) })}
      viewBox={`0 0 ${grid} ${grid}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={line}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

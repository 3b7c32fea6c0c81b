export type Pen = CanvasRenderingContext2D;

/** The middle of a pixel, where a thin line is sharp. */
export const sharp = (pixel: number) => Math.round(pixel) + 0.5;

/** A straight line of one colour. */
export function strokeLine(
  pen: Pen,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  { color, width = 1, dash = [] }: { color: string; width?: number; dash?: number[] },
) {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}

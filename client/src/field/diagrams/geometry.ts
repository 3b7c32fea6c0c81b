import { sweptAngle } from "@lamina/agronomy/machine/pivot";

/** A point of a drawing, x to the right and y downwards. */
interface Point {
  x: number;
  y: number;
}

/** The part of a circle between two angles, clockwise from 0° = north. Equal `from` and `to` are the whole circle. */
export interface Arc {
  from: number;
  to: number;
}

/** The point at `radius` around the origin in the direction `angle` (0° = north, clockwise). */
export function polar(radius: number, angle: number): Point {
  const radians = (angle * Math.PI) / 180;
  return { x: radius * Math.sin(radians), y: -radius * Math.cos(radians) };
}

/** Degrees that an arc spans, above 0 and up to 360. An arc may pass over north. */
export function sweep({ from, to }: Arc): number {
  return sweptAngle(from, to);
}

/** The angle in the middle of an arc. */
export function middle(arc: Arc): number {
  return (arc.from + sweep(arc) / 2) % 360;
}

const at = (radius: number, angle: number) => {
  const { x, y } = polar(radius, angle);
  return `${round(x)} ${round(y)}`;
};
const round = (value: number) => Math.round(value * 100) / 100 + 0;

/** A line along an arc, around the origin. A whole circle is drawn in two halves, because SVG requires it. */
export function arcPath(radius: number, arc: Arc): string {
  const degrees = sweep(arc);
  const half = arc.from + degrees / 2;
  const r = round(radius);
  return `M${at(radius, arc.from)}A${r} ${r} 0 0 1 ${at(radius, half)}A${r} ${r} 0 0 1 ${at(radius, arc.from + degrees)}`;
}

/** The area of an arc between two radii, around the origin. */
export function wedgePath(inner: number, outer: number, arc: Arc): string {
  const degrees = sweep(arc);
  const half = arc.from + degrees / 2;
  const end = arc.from + degrees;
  const r = round(inner);
  // The inner edge of a whole circle starts with a move, because a line to it would be visible as a seam.
  const join = degrees === 360 ? "M" : "L";
  return `${arcPath(outer, arc)}${join}${at(inner, end)}A${r} ${r} 0 0 0 ${at(inner, half)}A${r} ${r} 0 0 0 ${at(inner, arc.from)}Z`;
}

/**
 * The radius up to which a ring from `inner` to `outer` is filled, so that the filled share of its area is `share`
 * (0–1).
 */
export function levelRadius(inner: number, outer: number, share: number): number {
  const bounded = Math.min(1, Math.max(0, share));
  return Math.sqrt(inner ** 2 + bounded * (outer ** 2 - inner ** 2));
}

/** The angle that shows `target` after a turn from `shown` in the shorter direction: 359° → 1° continues to 361°. */
export function turnTo(shown: number, target: number): number {
  const step = ((((target - shown) % 360) + 540) % 360) - 180;
  return shown + step;
}

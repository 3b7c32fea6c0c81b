import { type Arc, middle, sweep } from "./geometry.ts";

/** Degrees from an arc's start to an angle, clockwise. */
function into(arc: Arc, angle: number): number {
  return (((angle - arc.from) % 360) + 360) % 360;
}

/**
 * An angle inside an arc, at least `clear` degrees away from the arm: the middle if it is free, otherwise the nearest
 * free angle on the wider side of the arm.
 */
export function freeAngle(arc: Arc, armAngle: number | null, clear: number): number {
  const span = sweep(arc);
  const centre = span / 2;
  const arm = armAngle === null ? -1 : into(arc, armAngle);
  if (arm < 0 || arm > span || Math.abs(arm - centre) >= clear) return middle(arc);
  return (arc.from + (arm <= centre ? arm + clear : arm - clear) + 360) % 360;
}

/** True when an upright tag at `angle`, in the middle of a wedge's depth, fits inside the wedge. */
export function tagFits(
  tag: { width: number; height: number },
  angle: number,
  wedge: { radius: number; depth: number; arc: Arc },
): boolean {
  const radians = (angle * Math.PI) / 180;
  const across = Math.abs(Math.sin(radians));
  const along = Math.abs(Math.cos(radians));
  const radial = (tag.width * across + tag.height * along) / 2;
  const tangential = (tag.width * along + tag.height * across) / 2;
  const span = sweep(wedge.arc);
  const edge = span === 360 ? 180 : Math.min(into(wedge.arc, angle), span - into(wedge.arc, angle));
  return radial <= wedge.depth / 2 && tangential <= (wedge.radius * edge * Math.PI) / 180;
}

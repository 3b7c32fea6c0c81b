import type { StatusKind } from "../status.tsx";

/** Values of a sector's ruler, in mm of depletion. */
export interface RulerScale {
  /** Depletion at the permanent wilting point, the lower end. */
  tawMm: number;
  rawMm: number;
  /** Irrigation is due from this depletion on, because a revolution and the wait for it take time (domain, 0). */
  irrigateFromMm: number;
}

export interface Band {
  kind: StatusKind;
  from: number;
  to: number;
}

/** Part of the ruler above field capacity, for the excess. */
const EXCESS_PART = 0.08;
const TICK_STEPS = [1, 2, 5, 10, 20, 50, 100];

/** Depletion at the upper end of the ruler, in mm; negative, because it is above field capacity. */
export function topMm({ tawMm }: RulerScale): number {
  return -tawMm * EXCESS_PART;
}

/** The bands of the ruler from top to bottom. Leaves out bands of height 0. */
export function bands(scale: RulerScale): Band[] {
  const raw = Math.min(scale.rawMm, scale.tawMm);
  const irrigate = Math.min(Math.max(0, scale.irrigateFromMm), raw);
  const all: Band[] = [
    { kind: "excess", from: topMm(scale), to: 0 },
    { kind: "ok", from: 0, to: irrigate },
    { kind: "irrigate", from: irrigate, to: raw },
    { kind: "stress", from: raw, to: scale.tawMm },
  ];
  return all.filter(({ from, to }) => to > from);
}

/** Position of a depletion between the upper end (0) and the lower end (1), limited to the ruler. */
export function share(mm: number, scale: RulerScale): number {
  const top = topMm(scale);
  return Math.min(1, Math.max(0, (mm - top) / (scale.tawMm - top)));
}

/** Marks of the ruler from 0 to CAD: every `step` mm, so that at most `most` have a number. */
export function ticks(scale: RulerScale, most: number): number[] {
  const step = TICK_STEPS.find((candidate) => scale.tawMm / candidate <= most) ?? scale.tawMm;
  return Array.from({ length: Math.floor(scale.tawMm / step) + 1 }, (_, index) => index * step);
}

/** Moves labels with the positions `wanted` (ascending) apart by `gap`, within `low` and `high`, in the same order. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const placed: number[] = [];
  for (const position of wanted) placed.push(Math.max(position, (placed.slice(-1)[0] ?? low - gap) + gap));
  for (let index = placed.length - 1, limit = high; index >= 0; index--, limit -= gap) {
    placed[index] = Math.min(placed[index] ?? limit, limit);
  }
  return placed;
}

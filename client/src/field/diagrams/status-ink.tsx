import { keysOf } from "@lamina/shared/core/keys";
import { classNames } from "../../ui/class-names.ts";
import type { StatusKind } from "../status.tsx";
import styles from "./status-ink.module.css";

/** Lines of each status on a tile of 12 × 12, which distinguish it without colour and on paper. */
const tiles: Readonly<Record<StatusKind, string>> = {
  excess: "M0 3q3 -3 6 0t6 0M0 9q3 -3 6 0t6 0",
  ok: "M6 6h.01M0 0h.01M12 0h.01M0 12h.01M12 12h.01",
  irrigate: "M-3 3L3 -3M0 12L12 0M9 15L15 9",
  stress: "M0 0L12 12M12 0L0 12",
  nodata: "M-3 9L3 15M0 0L12 12M9 -3L15 3",
  fallow: "",
};

/** Lines of a stress with a face of its own: a long delay, and one whose water is on or that waits for rain. */
const stressTiles = {
  late: "M0 0L6 6M6 0L0 6M6 6L12 12M12 6L6 12M0 6L6 12M6 6L0 12M6 0L12 6M12 0L6 6",
  calm: tiles.stress,
};
export type StressFace = keyof typeof stressTiles;

/** The patterns of `StressFace`; fill with `url(#{id}{face})`. */
export function StressPatterns({ id }: { id: string }) {
  return keysOf(stressTiles).map((face) => (
    <pattern key={face} id={`${id}${face}`} width="12" height="12" patternUnits="userSpaceOnUse">
      <path d={stressTiles[face]} className={classNames(styles.stress, styles.lines, styles[face])} />
    </pattern>
  ));
}

/** Attributes of parts of a drawing whose words are already in its label. */
export const UNSPOKEN = { "aria-hidden": true } as const;

/** The class of a shape in a status's colour, or of its outline or its text. */
export function inkClass(kind: StatusKind, role: "full" | "empty" | "text"): string {
  return classNames(styles[kind], styles[role]);
}

/** The status patterns of one drawing. Fill with `url(#{id}{kind})`, over the status's colour. */
export function StatusPatterns({ id, kinds }: { id: string; kinds: readonly StatusKind[] }) {
  return [...new Set(kinds)].map((kind) => (
    <pattern key={kind} id={`${id}${kind}`} width="12" height="12" patternUnits="userSpaceOnUse">
      <path d={tiles[kind]} className={classNames(styles[kind], styles.lines)} />
    </pattern>
  ));
}
